import { REPLY_WINDOW } from '../domain/chats/chat.ts';
import { isGroupJid } from '../domain/phone.ts';
import { findLatestArrival } from '../store/messages/latest-arrival.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/**
 * Until when an instance that is connected through the official API may write in a chat without a template (epoch
 * milliseconds); null: it needs a template now. undefined: the chat has no such limit.
 */
export async function replyWindowEnd(
	db: Db,
	{ id: instanceId, method }: Pick<InstanceRow, 'id' | 'method'>,
	chatId: string,
	now: number,
): Promise<number | null | undefined> {
	if (method !== 'official' || isGroupJid(chatId)) return undefined;
	const arrivedAt = await findLatestArrival(db, { instanceId, chatId }, now - REPLY_WINDOW);
	const end = arrivedAt === null ? 0 : arrivedAt + REPLY_WINDOW;
	return end > now ? end : null;
}
