import type { IncomingMessage } from '../../../network-event.ts';
import { isMediaType } from '../../../../domain/messages/message.ts';
import { isGroupJid } from '../../../../domain/phone.ts';
import type { IncomingContent } from '../../content/incoming-content.ts';
import type { Device, DeviceConnection } from '../../device.ts';
import type { Identities } from '../../identity/identities.ts';
import { withoutDevice } from '../../identity/jid.ts';
import { quotedMessageIdOf } from './quoted-message-id.ts';

const FILE_NOT_NAMED = {
	code: 'media_download_failed',
	message: 'The message came without the address or the key of its file. Ask its sender to send it again.',
} as const;

/** The fields that a received message and one that the owner wrote on the phone have in common. */
type Parts = Omit<
	IncomingMessage,
	'networkId' | 'source' | 'senderId' | 'from' | 'contactName' | 'username' | 'at'
>;

/** Converts the content of a message for its report, without its file. */
export async function messageParts(
	device: Pick<Device, 'context' | 'unitOfWork' | 'groupNames'>,
	connection: DeviceConnection,
	chatId: string,
	{ type, content, file, details, quoted, mentioned }: IncomingContent,
): Promise<Parts> {
	const { identities } = connection;
	const quotedMessageId =
		quoted === null ? undefined : await quotedMessageIdOf(device, identities, { quoted, chatId });
	const groupName = isGroupJid(chatId) ? device.groupNames.nameOf(connection, chatId) : null;
	const mentions = await mentionedIds(identities, mentioned);
	return {
		chatId,
		type,
		content,
		media: null,
		...details,
		...(mentions.length === 0 ? {} : { mentions }),
		...(file === null && isMediaType(type) ? { mediaError: FILE_NOT_NAMED } : {}),
		...(groupName === null ? {} : { groupName }),
		...(quotedMessageId === undefined ? {} : { quotedMessageId }),
	};
}

/** The ids of the people that a message mentions, for clients. */
export async function mentionedIds(identities: Identities, jids: readonly string[]): Promise<string[]> {
	const people = jids.map(withoutDevice).filter((jid) => jid !== null && !isGroupJid(jid));
	return [...new Set(await Promise.all(people.map((jid) => identities.chatIdOf(jid ?? ''))))];
}
