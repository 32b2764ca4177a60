import { chatIdOf, isPhone } from '../../../domain/phone.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import { bsuidChatId, isBsuidChatId } from '../bsuid.ts';
import { getString } from '../graph/json.ts';

/** The other person of a chat. */
export interface Person {
	/** Meta's own id: the phone number, or the BSUID of a person who hides it. */
	id: string;
	/** The id of the person, and of the chat with them, that clients use. */
	chatId: string;
	phone: string | null;
	name: string | null;
	username: string | null;
	/** All ids of the person that the payload contains, the one to use first. */
	ids: readonly string[];
}

/**
 * Returns the sender of a message; null: the message contains neither a phone number nor a BSUID. `contacts` is the
 * list beside the message. A phone number takes precedence, so that the chat keeps its id when Meta adds a BSUID. A
 * person with a username may hide the phone number.
 */
export function senderOf(message: unknown, contacts: readonly unknown[]): Person | null {
	return personOf(message, 'from', contacts);
}

/** Returns the recipient of a message that the account's owner wrote on the phone, as `senderOf` does. */
export function recipientOf(message: unknown, contacts: readonly unknown[]): Person | null {
	return personOf(message, 'to', contacts);
}

function personOf(message: unknown, field: 'from' | 'to', contacts: readonly unknown[]): Person | null {
	const given = [field, `${field}_user_id`, `${field}_parent_user_id`].map((name) =>
		getString(message, name),
	);
	const contact = contacts.find((one) =>
		['wa_id', 'user_id'].some((name) => {
			const id = getString(one, name);
			return id !== null && id !== '' && given.includes(id);
		}),
	);
	// A single contact is the person, because `wa_id` can differ from the phone number.
	const profile = contact ?? (contacts.length === 1 ? contacts[0] : undefined);
	const ids = personIds(given[0] ?? null, [
		...given.slice(1),
		...['user_id', 'parent_user_id'].map((name) => getString(contact, name)),
	]);
	const fallback = personIds(null, [getString(profile, 'user_id')]);
	const [chatId] = ids.length > 0 ? ids : fallback;
	if (chatId === undefined) return null;
	const phone = getString(message, field) ?? '';
	return {
		id: isPhone(phone) ? phone : chatId.slice(0, chatId.indexOf('@')),
		chatId,
		phone: isPhone(phone) ? phone : null,
		name: nameAt(profile, 'name'),
		username: nameAt(profile, 'username'),
		ids,
	};
}

/**
 * Converts Meta's ids of one person to the ids that clients use. The first is a phone number or a BSUID, the others are
 * BSUIDs; invalid ids are left out. A phone number comes first.
 */
export function personIds(first: string | null, others: readonly (string | null)[]): string[] {
	const phones = first !== null && isPhone(first) ? [chatIdOf(first)] : [];
	const bsuids = [first, ...others]
		.flatMap((id) => (id === null ? [] : bsuidChatId(id)))
		.filter(isBsuidChatId);
	return [...new Set([...phones, ...bsuids])];
}

function nameAt(contact: unknown, field: 'name' | 'username'): string | null {
	const name = getString(contact, 'profile', field) ?? '';
	return name === '' ? null : boundedText(name, NAME_LIMIT);
}
