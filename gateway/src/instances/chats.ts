import type { Clock } from '../domain/clock.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Connections } from '../network/connections.ts';
import type { NetworkConnection } from '../network/driver.ts';
import { chatExists, markChatRead as markRowRead } from '../store/chats/chats.ts';
import type { Store } from '../store/store.ts';
import { connectionOrThrow, noSuchChat } from './find.ts';

interface ChatDeps {
	store: Store;
	clock: Clock;
	connections: Connections;
}

export interface ChatRef {
	instanceId: string;
	chatId: string;
}

/** Marks a chat as read at the network, then in the database. Throws invalid_instance, instance_disconnected, chat_not_found. */
export async function markChatRead(deps: ChatDeps, { instanceId, chatId }: ChatRef): Promise<void> {
	const { instance, connection } = await connectedChatOrThrow(deps, { instanceId, chatId });
	await connection.markRead(chatId);
	const chat = { instanceId: instance.id, chatId };
	await deps.store.commit(({ db }) => markRowRead(db, chat, deps.clock.now()));
}

/** Shows a typing indicator in a chat. Throws invalid_instance, instance_disconnected, chat_not_found. */
export async function showTyping(deps: Omit<ChatDeps, 'clock'>, chat: ChatRef): Promise<void> {
	const { connection } = await connectedChatOrThrow(deps, chat);
	await connection.showTyping(chat.chatId);
}

async function connectedChatOrThrow(
	{ store, connections }: Omit<ChatDeps, 'clock'>,
	{ instanceId, chatId }: ChatRef,
): Promise<{ instance: InstanceRow; connection: NetworkConnection }> {
	const connected = await connectionOrThrow(store.read, connections, instanceId);
	if (await chatExists(store.read, connected.instance.id, chatId)) return connected;
	throw noSuchChat();
}
