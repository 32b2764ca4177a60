/** A phone number in international format (E.164): 7 to 15 digits without a leading zero. */
export const PHONE_PATTERN = '^[1-9][0-9]{6,14}$';
/** A group's id on the network: `<digits>@g.us`, or `<digits>-<digits>@g.us` for an older group. */
export const GROUP_JID_PATTERN = '^[0-9]{5,32}(-[0-9]{5,20})?@g\\.us$';
/** The id of a person without a known phone number: a LID of WhatsApp, or Meta's business-scoped user id (BSUID). */
export const PERSON_ID_PATTERN = '^([0-9]{5,20}@lid|[A-Za-z]{2}\\.[A-Za-z0-9.]{1,128}@bsuid)$';

/** The part after the `@` in a contact's id. */
export const NETWORK_DOMAIN = 's.whatsapp.net';

/** The id of a chat with a phone number. */
export const PHONE_JID_PATTERN = `${PHONE_PATTERN.slice(0, -1)}@s\\.whatsapp\\.net$`;
/** Longest id of a chat or a person, in characters, with a reserve. */
export const CHAT_ID_LIMIT = 160;

const phone = new RegExp(PHONE_PATTERN);
const personId = new RegExp(PERSON_ID_PATTERN);
const groupJid = new RegExp(GROUP_JID_PATTERN);

/** Whether a value is a phone number: digits in international format. */
export function isPhone(value: string): boolean {
	return phone.test(value);
}

/** Whether a value is the id of a group. */
export function isGroupJid(value: string): boolean {
	return groupJid.test(value);
}

/** Whether a value is the id of a person whose phone number the network does not reveal. */
export function isPersonId(value: string): boolean {
	return personId.test(value);
}

/** Returns the chat id of a recipient: a chat id itself; a phone number becomes `<phone>@s.whatsapp.net`. */
export function chatIdOf(recipient: string): string {
	return recipient.includes('@') ? recipient : `${recipient}@${NETWORK_DOMAIN}`;
}

/** The phone number of a chat with one contact; null for a group, and for a person without a known number. */
export function phoneOfChat(chatId: string): string | null {
	const [user = '', domain] = chatId.split('@');
	return domain === NETWORK_DOMAIN && isPhone(user) ? user : null;
}

/** Returns the recipient that is stored with a message: the phone number where the chat has one, else the chat id. */
export function recipientOf(to: string): string {
	return phoneOfChat(to) ?? to;
}

/** A recipient's phone number; null where the recipient is a chat id. */
export function phoneOfRecipient(recipient: string | null): string | null {
	return recipient !== null && isPhone(recipient) ? recipient : null;
}
