import type { Clock } from '../domain/clock.ts';
import { recipientOf } from '../domain/phone.ts';
import { createPauses } from '../lib/pauses.ts';
import { createWakeUp } from '../lib/wake-up.ts';
import { upsertChats } from '../store/chats/chats.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { readCurrentIds } from '../store/chats/person-ids.ts';
import { updateMessage } from '../store/messages/messages.ts';
import { findNextDue, lockDue, queueScheduled } from '../store/messages/scheduled-messages.ts';
import type { Db, MessageRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { QueueOrder } from './order-after-queued.ts';

/** Messages queued in one commit. */
const BATCH_SIZE = 200;
/** Milliseconds between two searches without a signal: another gateway may have accepted messages, and ended since. */
const POLL_INTERVAL = 15_000;
/** Milliseconds until the database is read again after it could not be read. */
const RETRY_PAUSE = 1000;

export interface SchedulerDeps {
	store: Store;
	clock: Clock;
	queueOrder: QueueOrder;
	onError: (error: unknown) => void;
}

/**
 * Queues scheduled messages when they are due. Every gateway on a database does it: a message is queued once, because
 * its row is locked. From then on it is like any queued message: it waits for its instance to be connected, and expires
 * 24 hours after it was due. Returns a function that stops this, and resolves when the running commit has ended.
 */
export function startScheduler({ store, clock, queueOrder, onError }: SchedulerDeps): () => Promise<void> {
	const wakeUp = createWakeUp(clock);
	const pauses = createPauses(clock);
	let stopped = false;

	async function run(): Promise<void> {
		while (!stopped) {
			try {
				await wakeUp.wait(await queueDue());
			} catch (error) {
				onError(error);
				await pauses.pause(RETRY_PAUSE);
			}
		}
	}

	/** Queues a batch of due messages; returns when to search again (epoch milliseconds). */
	async function queueDue(): Promise<number> {
		const now = clock.now();
		const dueAt = await findNextDue(store.read);
		if (dueAt === null || dueAt > now) return Math.min(dueAt ?? Infinity, now + POLL_INTERVAL);
		await store.commit((scope) => queueBatch(scope, queueOrder, now), { rows: BATCH_SIZE, bytes: 0 });
		return now;
	}

	const unsubscribe = store.listen(({ kind }) => {
		if (kind === 'message_scheduled') wakeUp.notify();
	});
	const running = run();

	return async () => {
		stopped = true;
		unsubscribe();
		pauses.end();
		wakeUp.notify();
		await running;
	};
}

/** Queues the messages that were due first, and makes them the latest of their chats. */
async function queueBatch({ db, emit }: CommitScope, queueOrder: QueueOrder, now: number): Promise<void> {
	const due = await withCurrentChats(db, await lockDue(db, now, BATCH_SIZE));
	if (due.length === 0) return;
	const ids = due.map(({ id }) => id);
	// Locks the chats: until the end of this commit no other process queues messages in them.
	await upsertChats(
		db,
		due.map((row) => ({
			message: { ...row, created_at: row.send_at ?? now },
			contactName: null,
			unread: 0,
		})),
	);
	await queueScheduled(db, ids);
	queueOrder.include(ids);
	for (const [instanceId, messages] of Map.groupBy(due, (row) => row.instance_id)) {
		emit({ kind: 'message_queued', instanceId, chatIds: [...new Set(messages.map((row) => row.chat_id))] });
	}
}

/**
 * Moves messages to the chats that their recipients have by now: the network may have revealed meanwhile that two ids
 * are of one person. Returns the messages as they are then.
 */
async function withCurrentChats(db: Db, messages: readonly MessageRow[]): Promise<MessageRow[]> {
	const currentIdOf = await readCurrentIds(
		db,
		messages.map(({ instance_id: instanceId, chat_id: id }) => ({ instanceId, id })),
	);
	const moved: MessageRow[] = [];
	for (const message of messages) {
		const { id, instance_id: instanceId, chat_id: before } = message;
		const chatId = currentIdOf({ instanceId, id: before });
		const chat = chatId === before ? {} : { chat_id: chatId, recipient: recipientOf(chatId) };
		if (chatId !== before) await updateMessage(db, id, chat);
		moved.push({ ...message, ...chat });
	}
	return moved;
}
