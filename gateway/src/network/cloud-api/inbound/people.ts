import { chatIdOf, isPersonId, isPhone } from '../../../domain/phone.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import { getString } from '../graph/json.ts';

/** What follows a business-scoped user id (BSUID) in the id of a chat. */
const BSUID_DOMAIN = '@bsuid';

/** Who wrote a message, as Meta tells it. */
export interface Person {
	/** Meta's own id: the phone number, or the BSUID of somebody who shows none. */
	id: string;
	/** As clients of the gateway know the person, and the chat with them. */
	chatId: string;
	phone: string | null;
	name: string | null;
}

/** The BSUID in the id of a chat; null where the id is another one. */
export function bsuidOf(chatId: string): string | null {
	return isBsuid(chatId) ? chatId.slice(0, -BSUID_DOMAIN.length) : null;
}

export function isBsuid(chatId: string): boolean {
	return chatId.endsWith(BSUID_DOMAIN) && isPersonId(chatId);
}

/**
 * Who wrote a message: `contacts` stands beside it. A phone number comes first where there is one, and goes on naming
 * the chat that it named before; who shows none, as somebody with a username may, is known by the BSUID. Null where the
 * message names neither.
 */
export function writerOf(message: unknown, contacts: readonly unknown[]): Person | null {
	const from = getString(message, 'from') ?? '';
	const phone = isPhone(from) ? from : null;
	const contact = contactOf(message, contacts);
	const bsuid = [getString(message, 'from_user_id'), from, getString(contact, 'user_id')].find(
		(id) => id !== null && isBsuid(id + BSUID_DOMAIN),
	);
	const name = getString(contact, 'profile', 'name') ?? getString(contact, 'profile', 'username');
	const bounded = name === null || name === '' ? null : boundedText(name, NAME_LIMIT);
	if (phone !== null) return { id: phone, chatId: chatIdOf(phone), phone, name: bounded };
	if (bsuid === undefined || bsuid === null) return null;
	return { id: bsuid, chatId: bsuid + BSUID_DOMAIN, phone: null, name: bounded };
}

/** What Meta tells of the writer; a person's `wa_id` may differ from their phone number. */
function contactOf(message: unknown, contacts: readonly unknown[]): unknown {
	const ids = [getString(message, 'from'), getString(message, 'from_user_id')].filter((id) => id !== null);
	const own = contacts.find((contact) =>
		['wa_id', 'user_id'].some((field) => ids.includes(getString(contact, field) ?? '')),
	);
	return own ?? (contacts.length === 1 ? contacts[0] : undefined);
}
