/** The colours a series can have; they work in both themes. */
export type Tone = 'accent' | 'calm' | 'good' | 'caution' | 'bad';

/** What every step of a chart has a bar for. */
export interface BarSeries {
	name: string;
	tone: Tone;
	/** What the legend says of it, such as a sum; absent: its name. */
	legend?: string;
	/** Bars of the same stack stand on one another, the first at the bottom. Absent: the first stack. */
	stack?: number;
}

/** What every step of a chart has a point for; lines have a scale of their own. */
export interface LineSeries {
	name: string;
	tone: Tone;
	/** What the legend says of it; absent: its name. */
	legend?: string;
}

/** The values of one step of time, in the order of the series. */
export interface ChartStep {
	/** When the step begins (RFC 3339). */
	from: string;
	bars: readonly number[];
	/** Null: there is no value, and the line has a gap. Absent: the chart has no lines. */
	lines?: readonly (number | null)[];
	/** Further values, which only the table has. */
	figures?: readonly number[];
	/** What else happened in the step, such as a disconnection with its reason. */
	notes?: readonly string[];
}

/** What a chart shows, and how its values and times are written. */
export interface Chart {
	/** What the values are, such as "Messages by the hour". */
	label: string;
	bars: readonly BarSeries[];
	lines?: readonly LineSeries[];
	/** Oldest first. */
	steps: readonly ChartStep[];
	formatTime: (from: string) => string;
	/** How a value of a bar is written; absent: as a number. */
	formatBar?: (value: number) => string;
	/** How a value of a line is written; absent: as a number. */
	formatLine?: (value: number) => string;
	/** The names of the further values in the table. */
	figures?: readonly string[];
	/** The title of the notes; absent: steps have none. */
	notes?: string;
}

/** The largest sum of a stack, at least 1: a chart of zeros is flat. */
export function highestStack({ bars, steps }: Pick<Chart, 'bars' | 'steps'>): number {
	const sums = steps.flatMap((step) => {
		const byStack = new Map<number, number>();
		for (const [index, { stack = 0 }] of bars.entries()) {
			byStack.set(stack, (byStack.get(stack) ?? 0) + (step.bars[index] ?? 0));
		}
		return [...byStack.values()];
	});
	return Math.max(1, ...sums);
}

/** The largest value of a line; null: the lines have no value. */
export function highestPoint(steps: readonly ChartStep[]): number | null {
	const values = steps.flatMap(({ lines = [] }) => lines.filter((value) => value !== null));
	return values.length === 0 ? null : Math.max(...values);
}
