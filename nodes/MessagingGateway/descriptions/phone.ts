const GROUP_JID = /^\d+@g\.us$/;
const CHAT_OF_A_PHONE = /^(\d+)@s\.whatsapp\.net$/;
/** The links by which the network opens a chat with a phone. */
const CHAT_LINK =
	/^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)/i;

/**
 * Turns what people paste as a recipient into what the gateway takes (specification: Conventions; a group JID
 * is an addition).
 *
 * A group JID stays as it is; the chat ID of a phone and the link to its chat give the phone; of a phone number
 * `+`, spaces, dashes, dots, slashes and brackets are dropped, and so are the `(0)` that is dialled only inside a
 * country and the `00` that is dialled to leave one. Gives undefined for anything else, e.g. a name.
 */
export function toRecipient(input: string): string | undefined {
	const text = input.trim();
	return GROUP_JID.test(text) ? text : toPhone(text);
}

/** The same where only a phone will do. */
export function toPhone(input: string): string | undefined {
	const text = input.trim();
	const phone = CHAT_OF_A_PHONE.exec(text)?.[1] ?? CHAT_LINK.exec(text)?.[1] ?? text;
	const digits = phone.replace('(0)', '').replace(/[\s+\-‐-―().[\]/]/g, '');
	return /^\d+$/.test(digits) ? digits.replace(/^00/, '') : undefined;
}
