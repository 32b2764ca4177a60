import type { Clock } from '../../domain/clock.ts';
import type { InstanceId, MessageId, ProcessId } from '../../domain/ids.ts';
import { createPauses } from '../../lib/loops/pauses.ts';
import { repeatEvery } from '../../lib/loops/repeat-every.ts';
import { createWakeUp } from '../../lib/loops/wake-up.ts';
import type { NetworkConnection } from '../../network/driver.ts';
import {
	findInstancesWithQueued,
	listQueuedChats,
	listQueuedInChats,
} from '../../store/messages/queued-messages.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Signal } from '../../store/signal.ts';
import type { Store } from '../../store/store.ts';
import { createSendMessage, type SendInstrumentation, type SendMessageDeps } from './send-message.ts';
import { createSendQueue, type InstanceToRead } from './send-queue.ts';
import { createSendThrottle } from './send-throttle.ts';
import { chatKeyText, type ChatKey } from '../../store/chats/chat-key.ts';
import { listQueueHeads } from '../../store/messages/queue-ends.ts';

/** Chats that are sent to at the same time: a chat keeps its place until its message is sent or fails. */
const CHATS_AT_ONCE = { total: 512, perInstance: 64 };
/** The limit for an instance with a send interval: one message is sent while the next one is prepared. */
const THROTTLED_CHATS_AT_ONCE = 2;
/** Messages sent in a chat before it is another chat's turn. */
const MESSAGES_IN_TURN = 10;
/** Queued messages whose chats one query reads. */
const PAGE_SIZE = 500;
/** Most instances whose chats are read before messages are sent. */
const INSTANCES_AT_ONCE = 16;
/** Most instances that one query checks for queued messages. */
const INSTANCES_CHECKED = 256;
/** Milliseconds until the database is read again after it could not be read. */
const RETRY_PAUSE = 1000;
/** Milliseconds between two searches for queued messages without a signal: a notification may get lost. */
const RECONCILE_INTERVAL = 5000;

export interface Sender {
	/** Sends nothing more, and resolves when the outcome of every send is recorded. */
	stop(): Promise<void>;
}

export interface SenderDeps extends Omit<SendMessageDeps, 'read' | 'throttle' | 'pause' | 'observe'> {
	store: Store;
	clock: Clock;
	/** Schedules the pauses between messages and before another try: simulated time stops at the end of each. */
	pacing: Clock;
	/** Milliseconds between two messages of an instance; 0: none. */
	interval: number;
	/** This process, where several share the database; else null. */
	owner: ProcessId | null;
	/** Called when it is not known whether a message was sent, or the database could not be read (null). */
	onError: (error: unknown, messageId: MessageId | null) => void;
	observe?: SendInstrumentation;
}

/**
 * Sends queued messages: one after the other within a chat, in several chats at the same time. A message stays queued in
 * the database until the network accepts it; after a restart it is sent again, with the same id, by which a network
 * recognises the repetition.
 */
export function createSender(deps: SenderDeps): Sender {
	const { store, clock, pacing, interval, owner, transfers, onError } = deps;
	const connectionOf = (instanceId: InstanceId): NetworkConnection | null =>
		transfers.isOpen(instanceId) ? deps.connectionOf(instanceId) : null;
	const isConnected = (instanceId: InstanceId): boolean => connectionOf(instanceId) !== null;
	const perInstance = interval > 0 ? THROTTLED_CHATS_AT_ONCE : CHATS_AT_ONCE.perInstance;
	const messagesInTurn = interval > 0 ? 1 : MESSAGES_IN_TURN;
	const queue = createSendQueue({ total: CHATS_AT_ONCE.total, perInstance }, isConnected);
	const wakeUp = createWakeUp(pacing);
	const pauses = createPauses(pacing);
	const sendMessage = createSendMessage({
		...deps,
		read: store.read,
		throttle: createSendThrottle(clock, interval),
		pause: (duration) => pauses.pause(duration),
		observe: deps.observe ?? ((_message, transfer) => transfer()),
	});
	const sending = new Set<Promise<void>>();
	let stopped = false;

	async function run(): Promise<void> {
		while (!stopped) {
			try {
				await readChats();
				const sends = await sendToNextChats();
				if (sends === 0 && queue.instancesToRead().length === 0)
					await wakeUp.wait(queue.nextRetryAt() ?? Infinity);
			} catch (error) {
				onError(error, null);
				await pauses.pause(RETRY_PAUSE);
			}
		}
		await Promise.all(sending);
	}

	/** Reads which chats have queued messages, where signals did not name them all. */
	async function readChats(): Promise<void> {
		const toRead = await instancesWithQueued(queue.instancesToRead().slice(0, INSTANCES_CHECKED));
		for (const { instanceId, position } of toRead.slice(0, INSTANCES_AT_ONCE)) {
			const page = { ...position, limit: PAGE_SIZE, now: clock.now() };
			const rows = await listQueuedChats(store.read, instanceId, page);
			queue.addPage(instanceId, position, { rows, isLast: rows.length < PAGE_SIZE });
		}
	}

	/** Returns the instances with queued messages, which are few of the thousands that connect after a start. */
	async function instancesWithQueued(toRead: readonly InstanceToRead[]): Promise<InstanceToRead[]> {
		const ids = toRead.map(({ instanceId }) => instanceId);
		const withQueued = await findInstancesWithQueued(store.read, ids);
		for (const { instanceId, position } of toRead) {
			if (!withQueued.has(instanceId)) queue.addPage(instanceId, position, { rows: [], isLast: true });
		}
		return toRead.filter(({ instanceId }) => withQueued.has(instanceId));
	}

	/** Starts sending in as many chats as there is room for; returns how many. */
	async function sendToNextChats(): Promise<number> {
		const chats = queue.take(clock.now());
		if (chats.length === 0) return 0;
		for (const chat of chats) transfers.chatTaken(chat);
		// The messages are sent on these connections only: after a lost connection, another gateway may cancel them.
		const connections = new Map(chats.map(({ instanceId }) => [instanceId, connectionOf(instanceId)]));
		try {
			const rows = await listQueuedInChats(store.readByIndex, chats, {
				limit: messagesInTurn,
				owner,
				now: clock.now(),
			});
			const messages = Map.groupBy(rows, (row) =>
				chatKeyText({ instanceId: row.instance_id, chatId: row.chat_id }),
			);
			for (const chat of chats) {
				const connection = connections.get(chat.instanceId) ?? null;
				start(chat, messages.get(chatKeyText(chat)) ?? [], connection);
			}
		} catch (error) {
			for (const chat of chats) {
				transfers.chatReleased(chat);
				queue.release(chat, true);
			}
			throw error;
		}
		return chats.length;
	}

	function start(chat: ChatKey, messages: readonly MessageRow[], connection: NetworkConnection | null): void {
		const work = sendInOrder(chat, messages, connection).finally(() => {
			sending.delete(work);
			transfers.chatReleased(chat);
			wakeUp.notify();
		});
		sending.add(work);
	}

	async function sendInOrder(
		chat: ChatKey,
		messages: readonly MessageRow[],
		connection: NetworkConnection | null,
	): Promise<void> {
		for (const message of messages) {
			if (stopped || connection === null || connectionOf(chat.instanceId) !== connection) break;
			try {
				await sendMessage(connection, message);
				queue.succeeded(chat);
			} catch (error) {
				onError(error, message.id);
				queue.retryLater(chat, clock.now());
				return;
			}
		}
		queue.release(chat, messages.length === messagesInTurn);
	}

	/** Finds instances whose oldest queued message is in a chat that the queue does not know. */
	async function reconcile(): Promise<void> {
		for (const head of await listQueueHeads(store.read, clock.now())) {
			if (isConnected(head.instanceId) && !queue.knows(head, clock.now())) readAll(head.instanceId);
		}
	}

	function readAll(instanceId: InstanceId): void {
		queue.readAll(instanceId, clock.now());
		wakeUp.notify();
	}

	function onSignal(signal: Signal): void {
		if (signal.kind === 'instance_connected') readAll(signal.instanceId);
		if (signal.kind !== 'message_queued') return;
		if (signal.chatIds === undefined) {
			readAll(signal.instanceId);
		} else {
			queue.add(signal.instanceId, signal.chatIds);
			wakeUp.notify();
		}
	}

	const unsubscribe = store.listen(onSignal);
	const stopReconciling = repeatEvery(clock, RECONCILE_INTERVAL, reconcile, (error) => {
		if (!stopped) onError(error, null);
	});
	const running = run();

	return {
		async stop() {
			stopped = true;
			unsubscribe();
			stopReconciling();
			pauses.end();
			wakeUp.notify();
			await running;
		},
	};
}
