import type { ComponentChildren } from 'preact';
import { useQueryValue } from '../../routing/use-query.ts';
import { SelectField } from '../forms/select-field.tsx';
import { PERIODS, type Period } from './period.ts';

const DEFAULT: Period = '24h';

/** The period that the address names, and the field that chooses it. */
export function usePeriod(): [Period, ComponentChildren] {
	const [chosen, setChosen] = useQueryValue<Period>(
		'period',
		PERIODS.map(([period]) => period),
	);
	const period = chosen === '' ? DEFAULT : chosen;
	const field = (
		<SelectField
			label="Period"
			value={period}
			onChange={(next) => {
				setChosen(next === DEFAULT ? '' : next);
			}}
			options={PERIODS}
		/>
	);
	return [period, field];
}
