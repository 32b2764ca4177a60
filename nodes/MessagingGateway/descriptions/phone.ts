/** The second form is that of older groups. */
const GROUP_JID = /^\d+(-\d+)?@g\.us$/;
/** Somebody whose phone number the network does not tell. */
const PERSON_ID = /^(\d{5,20}@lid|[a-z]{2}\.[a-z0-9.]{1,128}@bsuid)$/i;
const CHAT_OF_A_PHONE = /^(\d+)@s\.whatsapp\.net$/;
/** The links by which the network opens a chat with a phone. */
const CHAT_LINK =
	/^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)/i;

/**
 * Turns what people paste as a recipient into what the gateway takes (specification: Conventions; IDs are an
 * addition).
 *
 * A group JID and the ID of somebody without a phone number stay as they are; the chat ID of a phone and the link to its chat give the phone; of a phone number
 * `+`, spaces, dashes, dots, slashes and brackets are dropped, and so are the `(0)` that is dialled only inside a
 * country and the `00` that is dialled to leave one. Gives undefined for anything else, e.g. a name.
 */
export function toRecipient(input: string): string | undefined {
	const text = input.trim();
	return GROUP_JID.test(text) ? text : toPerson(text);
}

/** The same where no group will do. */
export function toPerson(input: string): string | undefined {
	const text = input.trim();
	return PERSON_ID.test(text) ? text : toPhone(text);
}

/** The same where only a phone will do. */
export function toPhone(input: string): string | undefined {
	const text = input.trim();
	const phone = CHAT_OF_A_PHONE.exec(text)?.[1] ?? CHAT_LINK.exec(text)?.[1] ?? text;
	const digits = phone.replace('(0)', '').replace(/[\s+\-‐-―().[\]/]/g, '');
	return /^\d+$/.test(digits) ? digits.replace(/^00/, '') : undefined;
}
