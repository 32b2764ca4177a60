import { highestStack, type Chart, type ChartStep } from './chart.ts';

/** Units of the view box: width of a column, the gap at its sides, height of the chart. */
export const COLUMN = 10;
const GAP = 1;
export const HEIGHT = 100;

interface Properties {
	of: Chart;
	/** The step that the reader has chosen; null: none. */
	chosen: number | null;
	onChoose: (index: number | null) => void;
}

/** The bars of a chart, a column for each step; pointing at one chooses it. */
export function ChartColumns({ of, chosen, onChoose }: Properties) {
	const unit = HEIGHT / highestStack(of);
	return (
		<>
			{of.steps.map((step, index) => (
				<g
					key={step.from}
					onPointerEnter={() => {
						onChoose(index);
					}}
				>
					<rect
						class="chart-hit"
						data-chosen={index === chosen}
						x={index * COLUMN}
						y={0}
						width={COLUMN}
						height={HEIGHT}
					/>
					{barsOf(of, step, index * COLUMN, unit)}
					{(step.notes ?? []).length > 0 && (
						<rect class="chart-note" x={index * COLUMN + GAP} y={0} width={COLUMN - 2 * GAP} height={2} />
					)}
				</g>
			))}
		</>
	);
}

function barsOf({ bars }: Chart, step: ChartStep, left: number, unit: number) {
	const stacks = [...new Set(bars.map(({ stack = 0 }) => stack))];
	const width = (COLUMN - 2 * GAP) / stacks.length;
	const heights = new Map<number, number>();
	return bars.map(({ name, tone, stack = 0 }, index) => {
		const below = heights.get(stack) ?? 0;
		const height = (step.bars[index] ?? 0) * unit;
		heights.set(stack, below + height);
		const x = left + GAP + stacks.indexOf(stack) * width;
		return (
			<rect
				key={name}
				class="chart-bar"
				data-tone={tone}
				x={x}
				y={HEIGHT - below - height}
				width={width}
				height={height}
			/>
		);
	});
}
