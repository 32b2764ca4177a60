import { idPattern, type MessageId } from '../../../domain/ids.ts';

/** What WhatsApp's own web client begins its identifiers with. */
const PREFIX = '3EB0';
const HEX_DIGITS = 32;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ULID_DIGITS = 26;

const ours = new RegExp(idPattern('msg'));
const carried = new RegExp(`^${PREFIX}[0-9A-F]{${HEX_DIGITS}}$`);

/**
 * The identifier a message of ours travels under: its own in other digits, so that one that is sent again after a
 * crash is the same message for everybody, and what the network tells of it needs no looking up.
 */
export function networkIdOf(messageId: MessageId): string {
	const ulid = messageId.slice(messageId.indexOf('_') + 1);
	let value = 0n;
	for (const digit of ulid) value = value * 32n + BigInt(DIGITS.indexOf(digit));
	return PREFIX + value.toString(16).toUpperCase().padStart(HEX_DIGITS, '0');
}

/** The message of ours that travels under an identifier, or null where it carries none. */
export function messageIdIn(networkId: string): MessageId | null {
	if (!carried.test(networkId)) return null;
	let value = BigInt(`0x${networkId.slice(PREFIX.length)}`);
	let ulid = '';
	while (ulid.length < ULID_DIGITS) {
		ulid = DIGITS.charAt(Number(value % 32n)) + ulid;
		value /= 32n;
	}
	const messageId = `msg_${ulid}` as const;
	return ours.test(messageId) ? messageId : null;
}
