import { getPath, getArray, getNumber, getString } from '../graph/json.ts';

/** What one change of a webhook tells. */
export interface Change {
	/** What it is about, such as `messages`. */
	field: string;
	/** The account it is about, and the number; null where it names none. */
	businessId: string | null;
	phoneNumberId: string | null;
	/** Who the senders are. */
	contacts: readonly unknown[];
	/** Messages that arrived, and what became of those that were sent, as Meta tells them. */
	messages: readonly unknown[];
	statuses: readonly unknown[];
	/** All of it. */
	value: unknown;
}

/** Every change of every entry of a webhook. */
export function changesOf(payload: unknown): Change[] {
	return getArray(payload, 'entry').flatMap((entry) =>
		getArray(entry, 'changes').map((change) => {
			const value = getPath(change, 'value');
			return {
				field: getString(change, 'field') ?? 'unknown',
				businessId: getString(entry, 'id'),
				phoneNumberId: getString(value, 'metadata', 'phone_number_id'),
				contacts: getArray(value, 'contacts'),
				messages: getArray(value, 'messages'),
				statuses: getArray(value, 'statuses'),
				value,
			};
		}),
	);
}

/** WhatsApp did not exist before. */
const EARLIEST = Date.UTC(2009, 0, 1);
/** Milliseconds that a clock of Meta's may be ahead of ours. */
const AHEAD = 86_400_000;

/** A moment as Meta tells it, in seconds, as epoch milliseconds; `now` where it tells none, or an impossible one. */
export function momentOf(item: unknown, now: number): number {
	const moment = Math.trunc((getNumber(item, 'timestamp') ?? 0) * 1000);
	return moment >= EARLIEST && moment <= now + AHEAD ? moment : now;
}
