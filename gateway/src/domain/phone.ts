/** International format, digits only: 7 to 15 of them, no leading zero (E.164). */
export const PHONE_PATTERN = '^[1-9][0-9]{6,14}$';
/** A group's identifier on the network: `<digits>@g.us`, or of older groups `<digits>-<digits>@g.us`. */
export const GROUP_JID_PATTERN = '^[0-9]{5,32}(-[0-9]{5,20})?@g\\.us$';
/** A person without a phone number: a LID of WhatsApp, or a business-scoped user id of Meta (BSUID). */
export const PERSON_ID_PATTERN = '^([0-9]{5,20}@lid|[A-Za-z]{2}\\.[A-Za-z0-9.]{1,128}@bsuid)$';

/** The part after the `@` in a contact's identifier. */
export const NETWORK_DOMAIN = 's.whatsapp.net';

/** The chat with a phone. */
export const PHONE_JID_PATTERN = `${PHONE_PATTERN.slice(0, -1)}@s\\.whatsapp\\.net$`;
/** Characters of the longest id of a chat or a person, and some more. */
export const CHAT_ID_LIMIT = 160;

const phone = new RegExp(PHONE_PATTERN);
const personId = new RegExp(PERSON_ID_PATTERN);
const groupJid = new RegExp(GROUP_JID_PATTERN);

export function isPhone(value: string): boolean {
	return phone.test(value);
}

export function isGroupJid(value: string): boolean {
	return groupJid.test(value);
}

/** Whether the id is that of a person whose phone number the network does not tell. */
export function isPersonId(value: string): boolean {
	return personId.test(value);
}

/** The chat a recipient belongs to: the id of a chat is its own, a phone's is `<phone>@<network_domain>`. */
export function chatIdOf(recipient: string): string {
	return recipient.includes('@') ? recipient : `${recipient}@${NETWORK_DOMAIN}`;
}

/** The phone of a chat with one contact; null for a group, and for a person without a phone number. */
export function phoneOfChat(chatId: string): string | null {
	const [user = '', domain] = chatId.split('@');
	return domain === NETWORK_DOMAIN && isPhone(user) ? user : null;
}

/** A recipient as messages are stored with it: a phone, where the chat is that with a phone. */
export function recipientOf(to: string): string {
	return phoneOfChat(to) ?? to;
}

/** A recipient's phone; null where the recipient is known by the id of a chat only. */
export function phoneOfRecipient(recipient: string | null): string | null {
	return recipient !== null && isPhone(recipient) ? recipient : null;
}
