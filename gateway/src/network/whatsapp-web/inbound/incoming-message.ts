import type { WAMessage } from 'baileys';
import type { IncomingMessage } from '../../driver.ts';
import { cleanedName } from '../content/bounded-text.ts';
import type { Device, OpenLink } from '../device.ts';
import type { IncomingContent } from '../content/incoming-content.ts';
import { originOf } from './message-key.ts';
import { momentOf } from './moment.ts';
import { quotedMessageIdOf } from '../content/quoted-message.ts';

/**
 * A message that arrived, as it is recorded; its file is fetched later. Null, with a line in the log, where the
 * identifiers it came with cannot be those of a message: then it could be neither answered nor told apart.
 */
export async function incomingMessageOf(
	device: Pick<Device, 'host' | 'clock' | 'ledger' | 'log' | 'instanceId'>,
	{ identities }: Pick<OpenLink, 'identities'>,
	{ key, pushName, messageTimestamp }: WAMessage,
	{ type, content, file, unsupported, quoted }: IncomingContent,
): Promise<IncomingMessage | null> {
	const origin = await originOf(identities, key);
	if (origin === null) {
		const { log, instanceId } = device;
		log.warn({ instanceId }, 'a message from WhatsApp names no chat or sender there can be; it is left out');
		return null;
	}
	const { chatId } = origin;
	const quotedMessageId =
		quoted === null ? undefined : await quotedMessageIdOf(device, identities, { quoted, chatId });
	const isWithoutFile = file === null && type !== 'text' && type !== 'unsupported';
	return {
		...origin,
		contactName: pushName ? cleanedName(pushName) : null,
		type,
		content,
		media: null,
		...(isWithoutFile ? { mediaError: FILE_NOT_NAMED } : {}),
		...(unsupported === undefined ? {} : { unsupported }),
		...(quotedMessageId === undefined ? {} : { quotedMessageId }),
		at: momentOf(messageTimestamp, device.clock),
	};
}

const FILE_NOT_NAMED = {
	code: 'media_download_failed',
	message: 'The message came without the address or the key of its file. Ask its sender to send it again.',
} as const;
