/** The regular traffic, and whether it arrived in time. */
export interface Arrivals {
	/** Somebody begins to write a text that nobody else writes. */
	written(text: string, way: string): void;
	/** A text was told where it should be. */
	arrived(text: string): void;
	/** How it went, by way. */
	ways(): Map<string, { texts: number; late: string[]; slowest: number }>;
}

/** Milliseconds until a text has to be there. */
export const IN_TIME = 5000;

export function createArrivals(now: () => number): Arrivals {
	const texts = new Map<string, { way: string; at: number; took: number | null }>();
	return {
		written: (text, way) => void texts.set(text, { way, at: now(), took: null }),
		arrived(text) {
			const found = texts.get(text);
			if (found !== undefined) found.took ??= now() - found.at;
		},
		ways() {
			const ways = new Map<string, { texts: number; late: string[]; slowest: number }>();
			for (const [text, { way, at, took }] of texts) {
				const all = ways.get(way) ?? { texts: 0, late: [], slowest: 0 };
				const lasted = took ?? now() - at;
				all.texts += 1;
				all.slowest = Math.max(all.slowest, lasted);
				if (lasted > IN_TIME) {
					all.late.push(`${text}: ${took === null ? 'never came' : `after ${Math.round(took)} ms`}`);
				}
				ways.set(way, all);
			}
			return ways;
		},
	};
}
