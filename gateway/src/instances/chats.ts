import type { ChatChanges } from '../domain/chats/chat.ts';
import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceRow } from '../store/schema.ts';
import type { Connections } from '../network/connections/connections.ts';
import type { NetworkConnection } from '../network/driver.ts';
import { updateChat } from '../store/chats/chat-changes.ts';
import { chatExists, markChatRead as markRowRead } from '../store/chats/chats.ts';
import type { Store } from '../store/store.ts';
import { connectionOrThrow } from './find-instance.ts';
import { requireCapability } from './require-capability.ts';
import { chatNotFound } from '../domain/chats/chat-not-found.ts';

interface ChatDeps {
	store: Store;
	clock: Clock;
	connections: Connections;
}

export interface ChatRef {
	instanceId: string;
	chatId: string;
}

/** Milliseconds of a subscription to presence. */
const PRESENCE_SUBSCRIPTION = 24 * 60 * 60 * 1000;

/**
 * Marks a chat as read at the network, then in the database. Throws invalid_instance, instance_disconnected,
 * chat_not_found.
 */
export async function markChatRead(deps: ChatDeps, { instanceId, chatId }: ChatRef): Promise<void> {
	const { instance, connection } = await connectedChatOrThrow(deps, { instanceId, chatId });
	await connection.markRead(chatId);
	const chat = { instanceId: instance.id, chatId };
	await deps.store.commit(async ({ db, emit }) => {
		await markRowRead(db, chat, deps.clock.now());
		emit({ kind: 'chats_changed', instanceId: instance.id });
	});
}

/** Shows a typing indicator in a chat. Throws invalid_instance, instance_disconnected, chat_not_found. */
export async function showTyping(deps: Omit<ChatDeps, 'clock'>, chat: ChatRef): Promise<void> {
	const { connection } = await connectedChatOrThrow(deps, chat);
	await connection.showTyping(chat.chatId);
}

/**
 * Changes a chat on all devices of the account, then in the database. A chat that is marked as read sends its read
 * receipts too. Returns the instance. Throws invalid_parameters, invalid_instance, instance_disconnected, chat_not_found,
 * official_api_instance, official_api_required.
 */
export async function changeChat(
	deps: ChatDeps,
	{ instanceId, chatId }: ChatRef,
	changes: ChatChanges,
): Promise<InstanceRow> {
	const { store, clock } = deps;
	assertFuture(changes.mutedUntil ?? null, clock.now());
	const chat = { instanceId, chatId };
	const { instance, connection } = await connectedChatOrThrow(deps, chat, 'chat_changes');
	await connection.updateChat(chatId, changes);
	if (changes.unread === false) await connection.markRead(chatId);
	await store.commit(async ({ db, emit }) => {
		await updateChat(db, { instanceId: instance.id, chatId }, changes, clock.now());
		emit({ kind: 'chats_changed', instanceId: instance.id });
	});
	return instance;
}

/**
 * Subscribes to the presence of the people in a chat. Returns the end of the subscription, in epoch milliseconds.
 * Throws invalid_instance, instance_disconnected, chat_not_found, official_api_instance.
 */
export async function subscribePresence(deps: ChatDeps, chat: ChatRef): Promise<{ until: number }> {
	const { connection } = await connectedChatOrThrow(deps, chat, 'presence');
	await connection.subscribePresence(chat.chatId);
	return { until: deps.clock.now() + PRESENCE_SUBSCRIPTION };
}

function assertFuture(mutedUntil: number | null, now: number): void {
	if (mutedUntil === null || mutedUntil > now) return;
	throw new GatewayError(
		'invalid_parameters',
		'"mutedUntil" is not a time in the future. Give null to end the muting.',
	);
}

async function connectedChatOrThrow(
	{ store, connections }: Omit<ChatDeps, 'clock'>,
	{ instanceId, chatId }: ChatRef,
	needed?: 'chat_changes' | 'presence',
): Promise<{ instance: InstanceRow; connection: NetworkConnection }> {
	const connected = await connectionOrThrow(store.read, connections, instanceId);
	if (needed !== undefined) requireCapability(connected, needed);
	if (await chatExists(store.read, connected.instance.id, chatId)) return connected;
	throw chatNotFound();
}
