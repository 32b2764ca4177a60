import { formatInteger } from '../display/format.ts';
import { ChartColumns, COLUMN, HEIGHT } from './chart-columns.tsx';
import { ChartLines } from './chart-lines.tsx';
import { ChartTable } from './chart-table.tsx';
import { highestPoint, highestStack, type Chart, type ChartStep } from './chart.ts';
import { useChosenStep } from './use-chosen-step.ts';
import './time-chart.css';

/** Most time labels below a chart. */
const LABELS = 6;

/**
 * Stacked bars over time, with lines on a scale of their own. The arrow keys, Home and End choose a step, whose values
 * are shown and announced; Escape chooses none. The same values are in a table.
 */
export function TimeChart({ of }: { of: Chart }) {
	const { label, bars, lines = [], steps, formatTime } = of;
	const { formatBar = formatInteger, formatLine = formatInteger } = of;
	const { chosen, choose, keys } = useChosenStep(steps.length);
	const step = chosen === null ? undefined : steps[chosen];
	const highest = highestPoint(steps);
	const every = Math.max(1, Math.ceil(steps.length / LABELS));

	return (
		<figure class="chart">
			<ul class="legend">
				{[...bars, ...lines].map(({ name, tone, legend = name }) => (
					<li key={name} data-tone={tone}>
						{legend}
					</li>
				))}
				{steps.some(({ notes = [] }) => notes.length > 0) && <li data-tone="caution">{of.notes}</li>}
			</ul>
			<div
				class="chart-plot"
				{...keys}
				aria-roledescription="chart"
				aria-label={`${label}. Left and right arrow choose a time; the table below has the same figures.`}
			>
				<span class="chart-most number" aria-hidden="true">
					{formatBar(highestStack(of))}
				</span>
				{highest !== null && (
					<span class="chart-most chart-most-line number" aria-hidden="true">
						{formatLine(highest)}
					</span>
				)}
				<svg
					viewBox={`0 0 ${steps.length * COLUMN} ${HEIGHT}`}
					preserveAspectRatio="none"
					aria-hidden="true"
					focusable="false"
				>
					<ChartColumns of={of} chosen={chosen} onChoose={choose} />
					<ChartLines of={of} />
				</svg>
			</div>
			<div class="chart-times" aria-hidden="true">
				{steps
					.filter((_step, index) => index % every === 0)
					.map(({ from }) => (
						<span key={from}>{formatTime(from)}</span>
					))}
			</div>
			<p class="chart-chosen" role="status">
				{step !== undefined && sentenceOf(of, step)}
			</p>
			<ChartTable of={of} />
		</figure>
	);
}

function sentenceOf(of: Chart, { from, bars, lines = [], notes = [] }: ChartStep): string {
	const { formatBar = formatInteger, formatLine = formatInteger } = of;
	const values = [
		...of.bars.map(({ name }, index) => `${name} ${formatBar(bars[index] ?? 0)}`),
		...(of.lines ?? []).flatMap(({ name }, index) => {
			const value = lines[index] ?? null;
			return value === null ? [] : `${name} ${formatLine(value)}`;
		}),
	];
	return [`${of.formatTime(from)}: ${values.join(', ')}.`, ...notes].join(' ');
}
