const GROUP_JID = /^\d+@g\.us$/;
const CHAT_OF_A_PHONE = /^(\d+)@s\.whatsapp\.net$/;

/**
 * Turns what people paste as a recipient into what the gateway takes (specification: Conventions; a group JID
 * is an addition).
 *
 * A group JID stays as it is; the chat ID of a phone gives its phone; of a phone number `+`, spaces, dashes,
 * dots, slashes and brackets are dropped, and so is the `(0)` that is dialled only inside a country. Gives
 * undefined for anything else, e.g. a name.
 */
export function toRecipient(input: string): string | undefined {
	const text = input.trim();
	if (GROUP_JID.test(text)) return text;
	const phone = CHAT_OF_A_PHONE.exec(text)?.[1] ?? text;
	const digits = phone.replace('(0)', '').replace(/[\s+\-‐-―().[\]/]/g, '');
	return /^\d+$/.test(digits) ? digits : undefined;
}
