import { inside, listIn, textIn } from './json.ts';

/** What one change of a webhook tells of one phone number. */
export interface Change {
	phoneNumberId: string;
	/** Names of the senders, by phone. */
	names: ReadonlyMap<string, string>;
	/** Messages that arrived, and what became of those that were sent, as Meta tells them. */
	messages: readonly unknown[];
	statuses: readonly unknown[];
}

/** Every change of every entry of a webhook that is about messages. */
export function changesOf(payload: unknown): Change[] {
	return listIn(payload, 'entry')
		.flatMap((entry) => listIn(entry, 'changes'))
		.filter((change) => textIn(change, 'field') === 'messages')
		.map((change) => inside(change, 'value'))
		.map((value) => ({
			phoneNumberId: textIn(value, 'metadata', 'phone_number_id') ?? '',
			names: new Map(listIn(value, 'contacts').flatMap(nameOf)),
			messages: listIn(value, 'messages'),
			statuses: listIn(value, 'statuses'),
		}));
}

function nameOf(contact: unknown): [string, string][] {
	const phone = textIn(contact, 'wa_id');
	const name = textIn(contact, 'profile', 'name');
	return phone === null || name === null ? [] : [[phone, name]];
}

/** A moment as Meta tells it, in seconds, as epoch milliseconds; null where it tells none. */
export function momentOf(item: unknown): number | null {
	const seconds = Number(textIn(item, 'timestamp') ?? NaN);
	return Number.isSafeInteger(seconds) ? seconds * 1000 : null;
}
