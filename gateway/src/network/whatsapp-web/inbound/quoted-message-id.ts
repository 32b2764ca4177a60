import type { MessageId } from '../../../domain/ids.ts';
import type { Quoted } from '../content/quoted-message.ts';
import type { Device } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import { isIgnoredJid } from '../identity/jid.ts';
import { messageIdIn } from '../outbound/message-id.ts';

/** The id of the recorded message that a reply quotes; undefined: it is not recorded, for example because it was removed. */
export async function quotedMessageIdOf(
	{ context, unitOfWork }: Pick<Device, 'context' | 'unitOfWork'>,
	identities: Identities,
	{ quoted, chatId }: { quoted: Quoted; chatId: string },
): Promise<MessageId | undefined> {
	const { networkId, chat } = quoted;
	if (chat !== null && isIgnoredJid(chat)) return undefined;
	const within = { chatId: chat === null || chat === '' ? chatId : await identities.chatIdOf(chat) };
	const ownId = messageIdIn(networkId);
	// The reply to a sent message may arrive before the network id of the sent message is recorded.
	if (ownId !== null && (await context.messages.find(ownId))?.chatId === within.chatId) return ownId;
	const recordedId = await context.messages.findId(networkId, within);
	if (recordedId !== null || unitOfWork.isCommitted()) return recordedId ?? undefined;
	// The quoted message may have arrived just before and be part of the uncommitted changes.
	await unitOfWork.commit();
	return (await context.messages.findId(networkId, within)) ?? undefined;
}
