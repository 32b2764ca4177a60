/** The colours a series can have; they work in both themes. */
export type Tone = 'accent' | 'calm' | 'good' | 'caution' | 'bad';

/** A series of bars, with a value for each step. */
export interface BarSeries {
	name: string;
	tone: Tone;
	/** Its text in the legend, such as a sum; absent: its name. */
	legend?: string;
	/** Bars of the same stack stand on one another, the first at the bottom. Absent: the first stack. */
	stack?: number;
}

/** A line, with a point for each step; lines have a scale of their own. */
export interface LineSeries {
	name: string;
	tone: Tone;
	/** Its text in the legend; absent: its name. */
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
	/** Notes on the step, such as a disconnection with its reason. */
	notes?: readonly string[];
}

/** The data of a chart, with the formats of its values and times. */
export interface Chart {
	/** The title, such as "Messages by the hour". */
	label: string;
	bars: readonly BarSeries[];
	lines?: readonly LineSeries[];
	/** Oldest first. */
	steps: readonly ChartStep[];
	formatTime: (from: string) => string;
	/** The format of a bar's value; absent: a number. */
	formatBar?: (value: number) => string;
	/** The format of a line's value; absent: a number. */
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
