/** Older groups have the second form, with a dash. */
const GROUP_JID = /^\d+(-\d+)?@g\.us$/;
/** The ID of a person whose phone number the network hides. */
const PERSON_ID = /^(\d{5,20}@lid|[a-z]{2}\.[a-z0-9.]{1,128}@bsuid)$/i;
const PHONE_CHAT_ID = /^(\d+)@s\.whatsapp\.net$/;
/** Links that open a chat with a phone number. */
const CHAT_LINK =
	/^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)/i;
/** Marks of the writing direction and other characters without a width, which address books copy along with a number. */
const INVISIBLE = /\p{Cf}/gu;
/** A number with decimals that are zero, as spreadsheets and data frames write a whole number. */
const WHOLE_DECIMAL = /^(\+?\d+)\.0+$/;

/**
 * Converts the input of a recipient field to a value that the gateway accepts (specification: Conventions; IDs are an
 * addition). Returns undefined for anything else, e.g. a name.
 *
 * A group JID and the ID of a person without a phone number are returned unchanged; for the rest see `toPhone`.
 */
export function toRecipient(input: string): string | undefined {
	const text = visible(input);
	return GROUP_JID.test(text) ? text : toPerson(text);
}

/** Like `toRecipient`, but returns undefined for a group. */
export function toPerson(input: string): string | undefined {
	const text = visible(input);
	return PERSON_ID.test(text) ? text : toPhone(text);
}

/**
 * Returns the digits of a phone number, the phone of a chat ID, or the phone of a link to a chat; undefined for anything
 * else. Removes `+`, spaces, dashes, dots, slashes and brackets, the national prefix `(0)` and the international
 * prefix `00`. The decimals of `4915112345678.0` are no digits of the number: with them it would be that of another person.
 */
export function toPhone(input: string): string | undefined {
	const text = visible(input);
	const patterns = [PHONE_CHAT_ID, CHAT_LINK, WHOLE_DECIMAL];
	const phone = patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found) ?? text;
	const digits = phone.replace('(0)', '').replace(/[\s+\-‐-―().[\]/]/g, '');
	return /^\d+$/.test(digits) ? digits.replace(/^00/, '') : undefined;
}

function visible(input: string): string {
	return input.replace(INVISIBLE, '').trim();
}
