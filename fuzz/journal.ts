import type { Part } from './case-random.ts';

/** The sent cases with their times. The latest ones before an exit may have caused it. */
export interface Journal {
	/** Sent cases by part and kind. */
	counts: Map<Part, Map<string, number>>;
	record(part: Part, number: number, kind: string, what: string): void;
	/** Counts something else for the report, such as responses by status. */
	count(part: Part, what: string): void;
	/** Returns the latest cases, newest first. */
	recentCases(): string[];
}

/** Milliseconds in which a case can cause an exit. */
const RECENT = 1500;
/** Maximum cases that are returned. */
const MAX_RETURNED = 12;
/** Maximum number of stored cases. */
const MAX_KEPT = 200;

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
		record(part, number, kind, what) {
			count(part, kind);
			sent.push({ at: now(), text: `--only ${part} --case ${number}: ${kind}, ${what.slice(0, 160)}` });
			if (sent.length > 2 * MAX_KEPT) sent = sent.slice(-MAX_KEPT);
		},
		recentCases() {
			const newest = sent.at(-1)?.at ?? 0;
			return sent
				.filter(({ at }) => at >= newest - RECENT)
				.map(({ text }) => text)
				.toReversed()
				.slice(0, MAX_RETURNED);
		},
	};
}
