import type { WAMessage } from 'baileys';
import type { IncomingMessage } from '../../../network-event.ts';
import { sanitizeName } from '../../content/sanitize-text.ts';
import type { IncomingContent } from '../../content/incoming-content.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import { originOf } from './message-origin.ts';
import { messageParts } from './message-parts.ts';
import { timestampOf } from './timestamp.ts';

/**
 * Converts a received message for its report, without its file. Logs a warning and returns null where its network id,
 * chat or sender is invalid: such a message could neither be answered nor be identified.
 */
export async function incomingMessageOf(
	device: Device,
	connection: DeviceConnection,
	{ key, pushName, messageTimestamp }: WAMessage,
	content: IncomingContent,
): Promise<IncomingMessage | null> {
	const origin = await originOf(connection.identities, key);
	if (origin === null) {
		const { log, instanceId } = device;
		log.warn({ instanceId }, 'a message from WhatsApp has an invalid id, chat or sender; it is not recorded');
		return null;
	}
	const username = key.participant ? key.participantUsername : key.remoteJidUsername;
	return {
		...(await messageParts(device, connection, origin.chatId, content)),
		...origin,
		contactName: pushName ? sanitizeName(pushName) : null,
		...(username ? { username: sanitizeName(username) } : {}),
		at: timestampOf(messageTimestamp, device.clock),
	};
}
