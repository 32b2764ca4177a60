import { REPLY_WINDOW } from '../domain/chats/chat.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { Connections } from '../network/connections/connections.ts';
import { findLatestArrival } from '../store/messages/latest-arrival.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

interface ReplyWindowDeps {
	store: Pick<Store, 'read'>;
	connections: Pick<Connections, 'get'>;
}

/**
 * Until when an instance that is connected through the official API may write in a chat without a template (epoch
 * milliseconds); null: it needs a template now. undefined: the chat has no such limit. Where the network closed the
 * window earlier, and this gateway has the connection, returns null, as a send would be refused.
 */
export async function replyWindowEnd(
	{ store, connections }: ReplyWindowDeps,
	{ id: instanceId, method }: Pick<InstanceRow, 'id' | 'method'>,
	chatId: string,
	now: number,
): Promise<number | null | undefined> {
	if (method !== 'official' || isGroupJid(chatId)) return undefined;
	const arrivedAt = await findLatestArrival(store.read, { instanceId, chatId }, now - REPLY_WINDOW);
	const end = arrivedAt === null ? 0 : arrivedAt + REPLY_WINDOW;
	if (end <= now) return null;
	const isClosed = await connections.get(instanceId)?.requiresTemplate(chatId);
	return isClosed === true ? null : end;
}
