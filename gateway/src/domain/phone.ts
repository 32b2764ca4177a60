/** International format, digits only: 7 to 15 of them, no leading zero (E.164). */
export const PHONE_PATTERN = '^[1-9][0-9]{6,14}$';
/** A group's identifier on the network. */
export const GROUP_JID_PATTERN = '^[0-9]{5,32}@g\\.us$';

/** The part after the `@` in a contact's identifier. */
export const NETWORK_DOMAIN = 's.whatsapp.net';

const phone = new RegExp(PHONE_PATTERN);
const groupJid = new RegExp(GROUP_JID_PATTERN);

export function isPhone(value: string): boolean {
	return phone.test(value);
}

export function isGroupJid(value: string): boolean {
	return groupJid.test(value);
}

/** The chat a recipient belongs to: a group's own JID, or `<phone>@<network_domain>`. */
export function chatIdOf(recipient: string): string {
	return isGroupJid(recipient) ? recipient : `${recipient}@${NETWORK_DOMAIN}`;
}

/** The phone of a chat with one contact; for a group, the digits of its JID. */
export function phoneOfChat(chatId: string): string {
	return chatId.slice(0, chatId.indexOf('@'));
}
