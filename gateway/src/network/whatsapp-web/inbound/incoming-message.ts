import type { WAMessage } from 'baileys';
import type { IncomingMessage } from '../../driver.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { IncomingContent } from '../content/incoming-content.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { originOf } from './message-origin.ts';
import { quotedMessageIdOf } from './quoted-message-id.ts';
import { timestampOf } from './timestamp.ts';

const FILE_NOT_NAMED = {
	code: 'media_download_failed',
	message: 'The message came without the address or the key of its file. Ask its sender to send it again.',
} as const;

/**
 * Converts a received message for its report, without its file. Logs a warning and returns null where its network id,
 * chat or sender is invalid: such a message could neither be answered nor be identified.
 */
export async function incomingMessageOf(
	device: Pick<Device, 'context' | 'clock' | 'unitOfWork' | 'log' | 'instanceId'>,
	{ identities }: Pick<DeviceConnection, 'identities'>,
	{ key, pushName, messageTimestamp }: WAMessage,
	{ type, content, file, unsupported, quoted }: IncomingContent,
): Promise<IncomingMessage | null> {
	const origin = await originOf(identities, key);
	if (origin === null) {
		const { log, instanceId } = device;
		log.warn({ instanceId }, 'a message from WhatsApp has an invalid id, chat or sender; it is not recorded');
		return null;
	}
	const { chatId } = origin;
	const quotedMessageId =
		quoted === null ? undefined : await quotedMessageIdOf(device, identities, { quoted, chatId });
	const lacksFile = file === null && type !== 'text' && type !== 'unsupported';
	return {
		...origin,
		contactName: pushName ? sanitizeName(pushName) : null,
		type,
		content,
		media: null,
		...(lacksFile ? { mediaError: FILE_NOT_NAMED } : {}),
		...(unsupported === undefined ? {} : { unsupported }),
		...(quotedMessageId === undefined ? {} : { quotedMessageId }),
		at: timestampOf(messageTimestamp, device.clock),
	};
}
