import type { proto } from 'baileys';
import { GatewayError } from '../../../domain/error.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { StoredMessage } from '../../network-message.ts';
import type { Device } from '../device.ts';
import type { OutgoingChange } from './message-sender.ts';

/** Milliseconds for which WhatsApp lets a message be edited, and be deleted for everyone. */
const EDIT_TIME = 15 * 60_000;
const DELETION_TIME = 60 * 3_600_000;

/** WhatsApp's codes of changes, in the stanza. */
const EDIT = '1';
const DELETION = '7';

type ChangeDeps = Pick<Device, 'baileys' | 'clock'>;

/** The account's reaction to a message; null takes it back. */
export function reactionTo(
	{ clock }: Pick<ChangeDeps, 'clock'>,
	message: StoredMessage,
	emoji: string | null,
): OutgoingChange {
	const reactionMessage = { key: keyOf(message), text: emoji ?? '', senderTimestampMs: clock.now() };
	return { content: { reactionMessage } };
}

/** A new text for a sent message. Throws message_too_old. */
export function editOf({ baileys, clock }: ChangeDeps, message: StoredMessage, text: string): OutgoingChange {
	if (clock.now() - message.at > EDIT_TIME) {
		throw new GatewayError(
			'message_too_old',
			'WhatsApp lets a message be edited for 15 minutes only. Send a new message instead.',
		);
	}
	const { MESSAGE_EDIT } = baileys.proto.Message.ProtocolMessage.Type;
	const { mentions = [] } = message;
	const editedMessage = {
		extendedTextMessage: {
			text,
			...(mentions.length === 0 ? {} : { contextInfo: { mentionedJid: [...mentions] } }),
		},
	};
	const protocolMessage = {
		key: keyOf(message),
		editedMessage,
		timestampMs: clock.now(),
		type: MESSAGE_EDIT,
	};
	return { content: { protocolMessage }, edit: EDIT };
}

/** The deletion of a sent message for everyone. Throws message_too_old. */
export function deletionOf({ baileys, clock }: ChangeDeps, message: StoredMessage): OutgoingChange {
	if (clock.now() - message.at > DELETION_TIME) {
		throw new GatewayError(
			'message_too_old',
			'WhatsApp lets a message be deleted for everyone for about 60 hours only. Delete it on the phone, for the account alone.',
		);
	}
	const { REVOKE } = baileys.proto.Message.ProtocolMessage.Type;
	return { content: { protocolMessage: { key: keyOf(message), type: REVOKE } }, edit: DELETION };
}

/** WhatsApp's key of a message, from the account's point of view. Throws message_not_sent. */
function keyOf({ networkId, direction, chatId, source }: StoredMessage): proto.IMessageKey {
	if (networkId === null) {
		throw new GatewayError('message_not_sent', 'The message is not on WhatsApp yet. Wait for message.sent.');
	}
	const isFromMe = direction === 'outbound';
	return {
		remoteJid: chatId,
		fromMe: isFromMe,
		id: networkId,
		...(isFromMe || source === null || !isGroupJid(chatId) ? {} : { participant: source.sender }),
	};
}
