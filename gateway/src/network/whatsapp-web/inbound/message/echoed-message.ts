import type { WAMessage } from 'baileys';
import { phoneOfChat } from '../../../../domain/phone.ts';
import type { EchoedMessage } from '../../../network-event.ts';
import type { IncomingContent } from '../../content/incoming-content.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { chatOf } from './message-origin.ts';
import { messageParts } from './message-parts.ts';
import { ownMessageIdOf } from './quoted-message-id.ts';
import { timestampOf } from './timestamp.ts';

/**
 * Converts a message that the account's owner wrote on the phone or on another device, without its file. Null: the
 * gateway sent it, or its key is invalid.
 */
export async function echoedMessageOf(
	device: Device,
	connection: DeviceConnection,
	{ key, messageTimestamp }: WAMessage,
	content: IncomingContent,
): Promise<EchoedMessage | null> {
	const { identities } = connection;
	const chat = await chatOf(identities, key);
	if (chat === null) return null;
	const { networkId, chatId } = chat;
	if ((await ownMessageIdOf(device, identities, networkId, chatId)) !== null) return null;
	return {
		...(await messageParts(device, connection, chatId, content)),
		networkId,
		to: phoneOfChat(chatId),
		at: timestampOf(messageTimestamp, device.clock),
	};
}
