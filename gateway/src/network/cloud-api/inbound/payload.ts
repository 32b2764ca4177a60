import { displayPhoneNumberOf } from '../graph/display-phone-number.ts';
import { getPath, getArray, getNumber, getString } from '../graph/json.ts';

/** A change object of Meta's webhook payload. */
export interface Change {
	/** The topic, such as `messages`. */
	field: string;
	/** Null: the payload contains none. */
	businessId: string | null;
	/** Null: the change is about the account instead of a phone number. */
	phoneNumberId: string | null;
	/** The digits of that number; null: the payload contains none. */
	phone: string | null;
	/** The senders of the messages. */
	contacts: readonly unknown[];
	/** The received messages. */
	messages: readonly unknown[];
	/** The statuses of sent messages. */
	statuses: readonly unknown[];
	/** The unparsed value of the change. */
	value: unknown;
}

/** Returns the changes of all entries of a payload. */
export function parseChanges(payload: unknown): Change[] {
	return getArray(payload, 'entry').flatMap((entry) =>
		getArray(entry, 'changes').map((change) => {
			const value = getPath(change, 'value');
			return {
				field: getString(change, 'field') ?? 'unknown',
				businessId: getString(entry, 'id'),
				phoneNumberId: getString(value, 'metadata', 'phone_number_id'),
				phone: displayPhoneNumberOf(getPath(value, 'metadata')),
				contacts: getArray(value, 'contacts'),
				messages: getArray(value, 'messages'),
				statuses: getArray(value, 'statuses'),
				value,
			};
		}),
	);
}

/** Returns the part of a payload that is about one phone number. */
export function selectNumber(payload: unknown, phoneNumberId: string): unknown {
	const entries = getArray(payload, 'entry').map((entry) => ({
		id: getString(entry, 'id'),
		changes: getArray(entry, 'changes').filter(
			(change) => getString(change, 'value', 'metadata', 'phone_number_id') === phoneNumberId,
		),
	}));
	return { object: getString(payload, 'object'), entry: entries };
}

/** WhatsApp did not exist before this time. */
const EARLIEST = Date.UTC(2009, 0, 1);
/** Milliseconds that Meta's clock may be ahead of the gateway's. */
const MAX_CLOCK_SKEW = 86_400_000;

/** Converts Meta's timestamp (seconds) to epoch milliseconds. Returns `now` if it is missing or implausible. */
export function timestampOf(item: unknown, now: number): number {
	return reportedTimestampOf(item, now) ?? now;
}

/** Like `timestampOf`, but returns null if the timestamp is missing or implausible. */
export function reportedTimestampOf(item: unknown, now: number): number | null {
	const timestamp = Math.trunc((getNumber(item, 'timestamp') ?? 0) * 1000);
	return timestamp >= EARLIEST && timestamp <= now + MAX_CLOCK_SKEW ? timestamp : null;
}
