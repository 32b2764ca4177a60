import type { History, HistoryRecord } from '../history/record.ts';

/** A violation of a rule, with the records of the history that show it. */
export interface Violation {
	rule: string;
	what: string;
	records: HistoryRecord[];
}

export type Rule = (history: History) => Violation[];
