import type { proto } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { MessageTarget } from '../../network-event.ts';
import type { Device } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import { ownJids } from '../identity/account.ts';
import { withoutDevice } from '../identity/jid.ts';
import { ownMessageIdOf, recordedIdOf } from '../inbound/message/quoted-message-id.ts';
import { isNetworkId } from '../outbound/message-id.ts';

/** The chat of a change, and who made it. */
export interface ChangeOrigin {
	/** The JID of the chat as WhatsApp sent it, and its id for clients. */
	chat: string;
	chatId: string;
	/** The JID of who made the change. */
	sender: string;
	/** The other JID of that person, or of the chat where the account itself made it. */
	alternative: string | null;
	isFromMe: boolean;
}

/**
 * The JID of the author of a changed message; null: it is unknown. The key is from the point of view of who made the
 * change: `fromMe` means that person.
 */
export function targetAuthor(
	device: Pick<Device, 'creds'>,
	key: proto.IMessageKey,
	{ chat, sender, isFromMe }: Pick<ChangeOrigin, 'chat' | 'sender' | 'isFromMe'>,
): string | null {
	if (key.fromMe === true) return sender;
	if (isGroupJid(chat)) return withoutDevice(key.participant ?? '');
	// Alone in a chat with somebody: the message is by the other one of the two.
	return isFromMe ? chat : (ownJids(device)[0] ?? null);
}

/** The message that a change refers to; null: its key contains no valid network id. */
export async function targetOf(
	device: Pick<Device, 'context' | 'unitOfWork'>,
	identities: Identities,
	{
		networkId,
		author,
		chat,
		chatId,
	}: { networkId: string; author: string | null } & Pick<ChangeOrigin, 'chat' | 'chatId'>,
): Promise<MessageTarget | null> {
	if (!isNetworkId(networkId)) return null;
	const ownId = await ownMessageIdOf(device, identities, networkId, chatId);
	if (ownId !== null) return { messageId: ownId };
	// Another participant of the group may have used the same network id.
	if (author !== null && isGroupJid(chat)) {
		const recorded = await recordedIdOf(device, networkId, { source: { chat, sender: author } });
		if (recorded !== null) return { messageId: recorded };
	}
	return { networkId, within: { chatId } };
}
