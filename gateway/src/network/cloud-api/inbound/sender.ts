import { chatIdOf, isPhone } from '../../../domain/phone.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import { bsuidChatId, isBsuidChatId } from '../bsuid.ts';
import { getString } from '../graph/json.ts';

/** The sender of a message. */
export interface Sender {
	/** Meta's own id: the phone number, or the BSUID of a person who hides it. */
	id: string;
	/** The id of the person, and of the chat with them, that clients use. */
	chatId: string;
	phone: string | null;
	name: string | null;
}

/**
 * Returns the sender of a message; null: the message contains neither a phone number nor a BSUID. `contacts` is the
 * list beside the message. A phone number takes precedence, so that the chat keeps its id when Meta adds a BSUID. A
 * person with a username may hide the phone number.
 */
export function senderOf(message: unknown, contacts: readonly unknown[]): Sender | null {
	const from = getString(message, 'from') ?? '';
	const phone = isPhone(from) ? from : null;
	const contact = contactOf(message, contacts);
	const bsuid = [getString(message, 'from_user_id'), from, getString(contact, 'user_id')].find(
		(id) => id !== null && isBsuidChatId(bsuidChatId(id)),
	);
	const rawName = getString(contact, 'profile', 'name') ?? getString(contact, 'profile', 'username');
	const name = rawName === null || rawName === '' ? null : boundedText(rawName, NAME_LIMIT);
	if (phone !== null) return { id: phone, chatId: chatIdOf(phone), phone, name };
	if (bsuid === undefined || bsuid === null) return null;
	return { id: bsuid, chatId: bsuidChatId(bsuid), phone: null, name };
}

/**
 * Finds the contact of the sender. A single contact is the sender's, because `wa_id` can differ from the phone number.
 */
function contactOf(message: unknown, contacts: readonly unknown[]): unknown {
	const ids = [getString(message, 'from'), getString(message, 'from_user_id')].filter((id) => id !== null);
	const match = contacts.find((contact) =>
		['wa_id', 'user_id'].some((field) => ids.includes(getString(contact, field) ?? '')),
	);
	return match ?? (contacts.length === 1 ? contacts[0] : undefined);
}
