import type { Engine } from '../server/engine.ts';

/** A row of the results table. */
export interface Row {
	name: string;
	ours: string;
	/** What was measured beside it, as that without which ours could be no better. */
	limit?: string;
	ratio?: string;
	required?: string;
	/** Null where nothing is required. */
	ok: boolean | null;
}

/** The settings of a measurement. */
export interface MeasureOptions {
	engine: Engine;
	/** A figure is the median of as many measurements, each in turns with its limit. */
	rounds: number;
	/** How long one measurement takes. */
	seconds: number;
	/** Lets gateways write CPU profiles, and calls back with the folder they are in. */
	onProfile: ((folder: string) => Promise<void>) | null;
	/** Tells how far it is. */
	progress(line: string): void;
}

/** Measures one thing; returns one row or several. */
export type Measurement = (terms: MeasureOptions) => Promise<Row[]>;

export function perSecond(figure: number): string {
	return `${Math.round(figure).toLocaleString('en')}/s`;
}

export function milliseconds(figure: number): string {
	return `${figure.toFixed(figure < 10 ? 1 : 0)} ms`;
}

/** A row about a rate that must be at least `least` times its limit. */
export function ratioRow(name: string, ours: number, limit: number, least: number | null): Row {
	const ratio = ours / limit;
	return {
		name,
		ours: perSecond(ours),
		limit: perSecond(limit),
		ratio: ratio.toFixed(2),
		...(least === null ? {} : { required: `>= ${least.toFixed(2)}` }),
		ok: least === null ? null : ratio >= least,
	};
}

/** A row about milliseconds that must be at most `most`. */
export function timeRow(name: string, ours: number, most: number): Row {
	return { name, ours: milliseconds(ours), required: `<= ${milliseconds(most)}`, ok: ours <= most };
}
