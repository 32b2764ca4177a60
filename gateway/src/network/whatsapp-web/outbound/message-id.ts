import { idPattern, type MessageId } from '../../../domain/ids.ts';

/** The prefix of network ids that WhatsApp's web client creates. */
const PREFIX = '3EB0';
const HEX_DIGITS = 32;
const ULID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ULID_LENGTH = 26;

/** Longest network id that is accepted, in characters; WhatsApp's own clients use at most 32. */
const NETWORK_ID_LIMIT = 128;

const MESSAGE_ID = new RegExp(idPattern('msg'));
const OWN_NETWORK_ID = new RegExp(`^${PREFIX}[0-9A-F]{${HEX_DIGITS}}$`);

/**
 * The network id of a message that the gateway sends: its message id in hexadecimal. So a message that is sent again
 * after a crash keeps its network id and is shown once, and a receipt identifies its message without a query.
 */
export function networkIdOf(messageId: MessageId): string {
	const ulid = messageId.slice(messageId.indexOf('_') + 1);
	let value = 0n;
	for (const digit of ulid) value = value * 32n + BigInt(ULID_ALPHABET.indexOf(digit));
	return PREFIX + value.toString(16).toUpperCase().padStart(HEX_DIGITS, '0');
}

/** The message id in a network id; null: another client created the network id. */
export function messageIdIn(networkId: string): MessageId | null {
	if (!OWN_NETWORK_ID.test(networkId)) return null;
	let value = BigInt(`0x${networkId.slice(PREFIX.length)}`);
	let ulid = '';
	while (ulid.length < ULID_LENGTH) {
		ulid = ULID_ALPHABET.charAt(Number(value % 32n)) + ulid;
		value /= 32n;
	}
	const messageId = `msg_${ulid}` as const;
	return MESSAGE_ID.test(messageId) ? messageId : null;
}

/** Whether a text has the form of a network id: printable ASCII of limited length. */
export function isNetworkId(id: string): boolean {
	return /^[\x21-\x7e]+$/.test(id) && id.length <= NETWORK_ID_LIMIT;
}
