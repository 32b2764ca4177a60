import type { History, HistoryRecord } from '../history/record.ts';

/** Something that must not be, with the lines of the history that show it. */
export interface Violation {
	rule: string;
	what: string;
	records: HistoryRecord[];
}

/** Says what is wrong with a history; nothing, when nothing is. */
export type Rule = (history: History) => Violation[];
