import type { EventKind, Webhook } from '../../api/types.ts';
import { Checkbox, CheckboxGroup } from '../forms/checkbox.tsx';
import { EVENT_OPTIONS } from './event-kinds.ts';

type EventSelector = Webhook['events'][number];

/** Selects all kinds of events. */
const ALL_KINDS = '*';

interface Properties {
	chosen: readonly EventSelector[];
	onChange: (chosen: EventSelector[]) => void;
}

/** Chooses kinds of events, or all of them. */
export function EventSelection({ chosen, onChange }: Properties) {
	const all = chosen.includes(ALL_KINDS);
	return (
		<>
			<Checkbox
				label="All events"
				description="Also those that later versions of the gateway add."
				checked={all}
				onChange={(checked) => {
					onChange(checked ? [ALL_KINDS] : ['message.received']);
				}}
			/>
			{!all && (
				<CheckboxGroup<EventKind>
					label="Events"
					hint="Choose at least one."
					options={EVENT_OPTIONS}
					chosen={chosen.filter((kind) => kind !== ALL_KINDS)}
					onChange={onChange}
				/>
			)}
		</>
	);
}
