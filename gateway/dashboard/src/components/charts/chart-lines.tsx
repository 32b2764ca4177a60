import { COLUMN, HEIGHT } from './chart-columns.tsx';
import { highestPoint, type Chart } from './chart.ts';

/** The lines of a chart, with a gap where a step has no value; a value between two gaps is a short dash. */
export function ChartLines({ of }: { of: Chart }) {
	const most = highestPoint(of.steps);
	if (most === null) return null;
	const unit = HEIGHT / Math.max(most, Number.EPSILON);
	return (
		<>
			{(of.lines ?? []).map(({ name, tone }, index) => (
				<path
					key={name}
					class="chart-line"
					data-tone={tone}
					d={pathOf(
						of.steps.map(({ lines }) => lines?.[index] ?? null),
						unit,
					)}
				/>
			))}
		</>
	);
}

function pathOf(values: readonly (number | null)[], unit: number): string {
	return values
		.map((value, index) => {
			if (value === null) return '';
			const x = (index + 0.5) * COLUMN;
			const y = HEIGHT - value * unit;
			if ((values[index - 1] ?? null) !== null) return `L${x} ${y}`;
			return (values[index + 1] ?? null) === null ? `M${x - 2} ${y}h4` : `M${x} ${y}`;
		})
		.join('');
}
