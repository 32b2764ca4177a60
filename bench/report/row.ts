import type { Engine } from '../server/engine.ts';

/** A row of the results table. */
export interface Row {
	name: string;
	ours: string;
	/** The result of the comparison that bounds ours. */
	limit?: string;
	ratio?: string;
	required?: string;
	/** Null: nothing is required. */
	ok: boolean | null;
}

/** The settings of a measurement. */
export interface MeasureOptions {
	engine: Engine;
	/** Measurements per figure, alternating with those of its limit. The median counts. */
	rounds: number;
	/** Duration of one measurement. */
	seconds: number;
	/** Instances of row h. */
	instances: number;
	/** Called with the folder of the CPU profiles of a gateway; null: gateways write none. */
	onProfile: ((folder: string) => Promise<void>) | null;
	/** Prints the results of a round. */
	progress(line: string): void;
}

export type Measurement = (options: MeasureOptions) => Promise<Row[]>;

export function perSecond(figure: number): string {
	return `${Math.round(figure).toLocaleString('en')}/s`;
}

export function milliseconds(figure: number): string {
	return `${figure.toFixed(figure < 10 ? 1 : 0)} ms`;
}

/** Returns the row of a rate that must be at least `least` times its limit; null: nothing is required. */
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

/** Returns the row of a duration in milliseconds that must be at most `most`. */
export function timeRow(name: string, ours: number, most: number): Row {
	return { name, ours: milliseconds(ours), required: `<= ${milliseconds(most)}`, ok: ours <= most };
}

/** Returns the row of processor time in milliseconds, against that of its limit. `most`: required; null: nothing is. */
export function costRow(
	name: string,
	{ ours, limit }: { ours: number; limit: number },
	{ digits, most = null }: { digits: number; most?: number | null },
): Row {
	return {
		name,
		ours: `${ours.toFixed(digits)} ms`,
		limit: `${limit.toFixed(digits)} ms`,
		ratio: (limit / ours).toFixed(2),
		...(most !== null && { required: `<= ${most} ms` }),
		ok: most === null ? null : ours <= most,
	};
}
