import type { Part } from './case-random.ts';

/** The sent cases with their times. The last ones before an exit may have caused it. */
export interface Journal {
	/** Cases that were sent, by part and kind. */
	counts: Map<Part, Map<string, number>>;
	note(part: Part, number: number, kind: string, what: string): void;
	/** Something that the table tells beside the cases, such as answers by status. */
	count(part: Part, what: string): void;
	/** Cases of the last moments, newest first. */
	last(): string[];
}

/** Milliseconds a case may take until it does harm, and cases that are told of. */
const MOMENTS = 1500;
const TOLD = 12;
const KEPT = 200;

export function createJournal(now: () => number): Journal {
	const counts: Journal['counts'] = new Map();
	let sent: { at: number; text: string }[] = [];

	function count(part: Part, what: string): void {
		const ofPart = counts.get(part) ?? new Map<string, number>();
		counts.set(part, ofPart.set(what, (ofPart.get(what) ?? 0) + 1));
	}

	return {
		counts,
		count,
		note(part, number, kind, what) {
			count(part, kind);
			sent.push({ at: now(), text: `--only ${part} --case ${number}: ${kind}, ${what.slice(0, 160)}` });
			if (sent.length > 2 * KEPT) sent = sent.slice(-KEPT);
		},
		last() {
			const newest = sent.at(-1)?.at ?? 0;
			return sent
				.filter(({ at }) => at >= newest - MOMENTS)
				.map(({ text }) => text)
				.toReversed()
				.slice(0, TOLD);
		},
	};
}
