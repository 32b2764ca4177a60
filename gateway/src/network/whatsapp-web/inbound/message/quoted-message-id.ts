import type { MessageId } from '../../../../domain/ids.ts';
import { isGroupJid } from '../../../../domain/phone.ts';
import type { NetworkSource } from '../../../network-message.ts';
import type { Quoted } from '../../content/message-context.ts';
import type { Device } from '../../device.ts';
import type { Identities } from '../../identity/identities.ts';
import { withoutDevice } from '../../identity/jid.ts';
import { messageIdIn } from '../../outbound/message-id.ts';

type StoreDeps = Pick<Device, 'context' | 'unitOfWork'>;

/** The id of the recorded message that a reply quotes; undefined: it is not recorded, for example because it was removed. */
export async function quotedMessageIdOf(
	device: StoreDeps,
	identities: Identities,
	{ quoted, chatId }: { quoted: Quoted; chatId: string },
): Promise<MessageId | undefined> {
	const { networkId, chat, author } = quoted;
	const quotedChat = chat === null || chat === '' ? chatId : await namedChatId(identities, chat);
	if (quotedChat === null) return undefined;
	// The reply to a sent message may arrive before the network id of the sent message is recorded.
	const ownId = await ownMessageIdOf(device, identities, networkId, quotedChat);
	if (ownId !== null) return ownId;
	const sender = withoutDevice(author ?? '');
	// Another participant of the group may have used the same network id.
	if (sender !== null && isGroupJid(quotedChat)) {
		const recorded = await recordedIdOf(device, networkId, { source: { chat: quotedChat, sender } });
		if (recorded !== null) return recorded;
	}
	return (await recordedIdOf(device, networkId, { chatId: quotedChat })) ?? undefined;
}

/** The id of a chat that the sender of a reply names; null: it is no chat of the account. */
async function namedChatId(identities: Identities, chat: string): Promise<string | null> {
	const jid = withoutDevice(chat);
	return jid === null ? null : identities.chatIdOf(jid);
}

/** The id of the message that the gateway sent under this network id in this chat; null: there is none. */
export async function ownMessageIdOf(
	{ context }: Pick<Device, 'context'>,
	identities: Identities,
	networkId: string,
	chatId: string,
): Promise<MessageId | null> {
	const messageId = messageIdIn(networkId);
	const sentTo = messageId === null ? undefined : (await context.messages.find(messageId))?.chatId;
	if (sentTo === undefined) return null;
	return sentTo === chatId || (await identities.areSame(sentTo, chatId)) ? messageId : null;
}

/** The id of a recorded message, also of one that is part of the uncommitted changes; null: it is not recorded. */
export async function recordedIdOf(
	{ context, unitOfWork }: StoreDeps,
	networkId: string,
	within: { chatId: string } | { source: NetworkSource },
): Promise<MessageId | null> {
	const recordedId = await context.messages.findId(networkId, within);
	if (recordedId !== null || unitOfWork.isCommitted()) return recordedId;
	await unitOfWork.commit();
	return context.messages.findId(networkId, within);
}
