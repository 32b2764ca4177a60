import { check } from '../check/check.ts';
import type { HistoryRecord, StoredRecord } from '../history/record.ts';
import { ORDERED, webhooksFor } from '../webhooks.ts';
import { validHistory } from './history.ts';

/** The recipient of the messages that tests modify. */
export const READER = '4915110010';

/** Returns the rules that a history violates, sorted. */
export function violatedRules(history: readonly HistoryRecord[]): string[] {
	const violations = check(history, { webhooksFor, orderedWebhook: ORDERED, inFlightLimit: 5 });
	return [...new Set(violations.map(({ rule }) => rule))].sort();
}

/** Returns a valid history with a modification. */
export function modified(modify: (history: HistoryRecord[]) => void): HistoryRecord[] {
	const history = validHistory();
	modify(history);
	return history;
}

export function remove(history: HistoryRecord[], records: readonly HistoryRecord[]): void {
	history.splice(0, history.length, ...history.filter((record) => !records.includes(record)));
}

/** Returns the first element. Throws when the list is empty. */
export function first<T>(values: readonly T[]): T {
	const [value] = values;
	if (value === undefined) throw new Error('The list is empty.');
	return value;
}

/** Returns the stored records of a message. */
export function storedAs(records: readonly HistoryRecord[], messageId: string): StoredRecord[] {
	return records.filter(
		(record): record is StoredRecord => record.kind === 'stored' && record.messageId === messageId,
	);
}
