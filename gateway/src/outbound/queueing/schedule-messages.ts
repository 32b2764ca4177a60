import { isOwnedByPerson } from '../../domain/chats/chat.ts';
import type { Clock } from '../../domain/clock.ts';
import { recipientOf } from '../../domain/phone.ts';
import { runWhenDue } from '../../lib/loops/run-when-due.ts';
import { lockChatOwners, readChatOwners } from '../../store/chats/chat-owners.ts';
import { upsertChats } from '../../store/chats/chats.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import { updateMessage } from '../../store/messages/messages.ts';
import {
	findNextDue,
	lockDue,
	queueScheduled,
	type DueMessage,
} from '../../store/messages/scheduled-messages.ts';
import type { Db } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { QueueOrder } from './order-after-queued.ts';

/** Messages queued in one commit. */
const BATCH_SIZE = 200;
/** Milliseconds between two searches without a signal: a gateway may have ended before it sent the signal. */
const POLL_INTERVAL = 15_000;

export interface SchedulerDeps {
	store: Store;
	clock: Clock;
	queueOrder: QueueOrder;
	onError: (error: unknown) => void;
}

/**
 * Queues scheduled messages when they are due. Every gateway on a database runs this: a message is queued once, because
 * its row is locked. In a chat that a person owns it waits until the chat is released. From then on it is like any
 * queued message: it waits for its instance to be connected, and expires 24 hours after it was queued. Returns a
 * function that stops this, and resolves when the running commit has ended.
 */
export function startScheduler({ store, clock, queueOrder, onError }: SchedulerDeps): () => Promise<void> {
	/** Queues a batch of due messages; returns when to search again (epoch milliseconds). */
	async function queueDue(): Promise<number> {
		const now = clock.now();
		const dueAt = await findNextDue(store.read, now);
		if (dueAt === null || dueAt > now) return Math.min(dueAt ?? Infinity, now + POLL_INTERVAL);
		await store.commit((scope) => queueBatch(scope, queueOrder, now), { rows: BATCH_SIZE, bytes: 0 });
		return now;
	}

	const loop = runWhenDue(clock, queueDue, onError);
	const unsubscribe = store.listen(({ kind }) => {
		if (kind === 'message_scheduled') loop.notify();
	});

	return () => {
		unsubscribe();
		return loop.stop();
	};
}

/** Queues the messages that were due first, and makes them the latest of their chats. */
async function queueBatch({ db, emit }: CommitScope, queueOrder: QueueOrder, now: number): Promise<void> {
	const found = await withCurrentChats(db, await lockDue(db, now, BATCH_SIZE));
	const due = await withoutTaken(db, found, now);
	if (due.length === 0) return;
	// Locks the chats: until the end of this commit no other process queues messages in them.
	await upsertChats(
		db,
		due.map((message) => ({ message, contactName: null, unread: 0 })),
	);
	await queueScheduled(
		db,
		due.map(({ id, created_at: at }) => ({ id, at })),
	);
	queueOrder.include(due.map(({ id }) => id));
	for (const [instanceId, messages] of Map.groupBy(due, (row) => row.instance_id)) {
		emit({ kind: 'message_queued', instanceId, chatIds: [...new Set(messages.map((row) => row.chat_id))] });
	}
}

/**
 * Leaves out the messages of chats that a person has taken since they were found, and locks the owners of the other
 * chats: a person can take those only after this commit. The age of a message counts from the time when it was due, or
 * when its chat was released, so that it does not expire because it waited.
 */
async function withoutTaken(db: Db, messages: readonly DueMessage[], now: number): Promise<DueMessage[]> {
	const chatOf = ({ instance_id: instanceId, chat_id: chatId }: DueMessage) => ({ instanceId, chatId });
	const isForced = ({ forced }: DueMessage): boolean => forced !== 0;
	const canBeTaken = ({ takeover_release_after: releaseAfter }: DueMessage): boolean => releaseAfter !== null;
	const waiting = messages.filter((message) => !isForced(message));
	const lockedOwnerOf = await lockChatOwners(db, waiting.filter(canBeTaken).map(chatOf));
	// settings.takeover may have been switched off while they waited, which released their chats.
	const others = waiting.filter((message) => !canBeTaken(message));
	const ownerOf = await readChatOwners(db, others.map(chatOf));
	return messages.flatMap((message) => {
		const dueAt = message.send_at ?? now;
		if (isForced(message)) return [{ ...message, created_at: dueAt }];
		const owner = (canBeTaken(message) ? lockedOwnerOf : ownerOf)(chatOf(message));
		if (isOwnedByPerson(owner.ownedUntil, now)) return [];
		return [{ ...message, created_at: Math.max(dueAt, owner.ownedUntil ?? 0, owner.releasedAt ?? 0) }];
	});
}

/**
 * Moves messages to the current chats of their recipients: after they were scheduled, the network may have revealed that
 * two ids are of one person. Returns the updated messages.
 */
async function withCurrentChats(db: Db, messages: readonly DueMessage[]): Promise<DueMessage[]> {
	const currentIdOf = await readCurrentIds(
		db,
		messages.map(({ instance_id: instanceId, chat_id: id }) => ({ instanceId, id })),
	);
	const moved: DueMessage[] = [];
	for (const message of messages) {
		const { id, instance_id: instanceId, chat_id: before } = message;
		const chatId = currentIdOf({ instanceId, id: before });
		const chat = chatId === before ? {} : { chat_id: chatId, recipient: recipientOf(chatId) };
		if (chatId !== before) await updateMessage(db, id, chat);
		moved.push({ ...message, ...chat });
	}
	return moved;
}
