import type { Cancel, Clock } from '../domain/clock.ts';
import type { InstanceId, MessageId } from '../domain/ids.ts';
import type { MessageFailure } from '../domain/message.ts';
import type { Recorder } from '../inbound/recorder.ts';
import type { NetworkConnection } from '../network/driver.ts';
import { PermanentSendError } from '../network/permanent-send-error.ts';
import { outgoingMessage } from '../network/outgoing-message.ts';
import type { InFlight } from '../network/in-flight.ts';
import { findInstance } from '../store/instances/instances.ts';
import { listQueueHeads, listQueuedMessages, listQueuedInSameChats } from '../store/messages/messages.ts';
import type { MessageRow } from '../store/schema.ts';
import type { Queued } from '../store/signal.ts';
import type { Store } from '../store/store.ts';
import { createSemaphore, type Semaphore } from '../lib/semaphore.ts';
import { EXPIRED, MESSAGE_TTL } from './expire-messages.ts';
import { failureOfMedia, type ResolveMedia } from './resolve-media.ts';
import { createSendQueue, type SendQueue } from './send-queue.ts';
import type { SendThrottle } from './send-throttle.ts';
import { repeatEvery } from '../lib/repeat-every.ts';

/** Milliseconds before a chat whose message could not be sent is tried again; doubled up to the longest. */
const RETRY_FIRST = 1000;
const RETRY_LONGEST = 60_000;
/** Milliseconds between two looks for what is queued and was not announced: the connection broke just then. */
const LOOK_EVERY = 5000;

export interface Sender {
	/** Begins nothing more, and resolves when what was under way is recorded. */
	stop(): Promise<void>;
}

/** Runs the handing over of a message to the network, and may look at how it goes. */
export type SendInstrumentation = <T>(message: MessageRow, handOver: () => Promise<T>) => Promise<T>;

export interface SenderDeps {
	store: Store;
	clock: Clock;
	recordStatus: Recorder['recordStatus'];
	/** The connection of an instance, or null while it has none. */
	connectionOf: (instanceId: InstanceId) => NetworkConnection | null;
	/** Finds, or fetches, the file of a media message. */
	resolveMedia: ResolveMedia;
	throttle: SendThrottle;
	/** Sends and reports that are not recorded yet. */
	inFlight: InFlight;
	/** Hears of what went wrong without a verdict of the network. */
	onError: (error: unknown, messageId: MessageId | null) => void;
	observe?: SendInstrumentation;
}

/**
 * Sends what is queued: in order within a chat, chats side by side. A message stays queued in the database until
 * the network took it over, so a restart in the middle sends it again; its id travels along for that.
 */
export function createSender(deps: SenderDeps): Sender {
	const { store, clock, connectionOf, resolveMedia, onError } = deps;
	const observe = deps.observe ?? ((_message, handOver) => handOver());
	const outboxes = new Map<InstanceId, SendQueue>();
	const atWork = new Set<Promise<void>>();
	/** What is announced of an instance is read in the order of the announcements. */
	const fetchTurns = new Map<InstanceId, Semaphore>();
	const waits = new Map<Cancel, () => void>();
	let stopped = false;

	function track(work: Promise<void>): void {
		atWork.add(work);
		void work.finally(() => atWork.delete(work));
	}

	function inTurn(instanceId: InstanceId): Semaphore {
		const turns = fetchTurns.get(instanceId) ?? createSemaphore(1);
		fetchTurns.set(instanceId, turns);
		return turns;
	}

	function wake(instanceId: InstanceId, queued?: Queued): void {
		if (stopped) return;
		const outbox = outboxes.get(instanceId) ?? createSendQueue();
		outboxes.set(instanceId, outbox);
		const connected = connectionOf(instanceId) !== null;
		if (!connected || queued === undefined) outbox.markStale();
		else if ('ids' in queued) track(inTurn(instanceId)(() => fetch(instanceId, outbox, queued.ids)));
		else if (outbox.push(queued.messages)) begin(instanceId, outbox);
		else outbox.markStale();
		if (connected && outbox.canRefill()) track(look(instanceId, outbox));
	}

	/** Reads what waits in the chats of messages that another process, or not only this one, queued. */
	async function fetch(instanceId: InstanceId, outbox: SendQueue, ids: readonly MessageId[]): Promise<void> {
		const took = outbox.beginFetch();
		if (took !== null) {
			try {
				took(await listQueuedInSameChats(store.read, ids, outbox.size));
				begin(instanceId, outbox);
			} catch (error) {
				took(null);
				onError(error, null);
			}
		}
		if (outbox.canRefill() && connectionOf(instanceId) !== null) track(look(instanceId, outbox));
	}

	/** Reads what is queued until the outbox knows all of it, or is full. */
	async function look(instanceId: InstanceId, outbox: SendQueue): Promise<void> {
		while (outbox.canRefill() && !stopped) {
			const { without, finishRefill } = outbox.startRefill();
			try {
				finishRefill(await listQueuedMessages(store.read, instanceId, { limit: outbox.size, without }));
			} catch (error) {
				finishRefill(null);
				onError(error, null);
				await pause(RETRY_FIRST);
			}
			begin(instanceId, outbox);
		}
	}

	/** Looks at each instance whose next message is not in hand. */
	async function reconcileQueued(): Promise<void> {
		for (const { instanceId, messageId } of await listQueueHeads(store.read)) {
			if (connectionOf(instanceId) === null || messageId === null) continue;
			if (outboxes.get(instanceId)?.holds(messageId) !== true) wake(instanceId);
		}
	}

	function begin(instanceId: InstanceId, outbox: SendQueue): void {
		for (const chatId of outbox.takeReadyChats()) track(drainChat(instanceId, outbox, chatId));
	}

	/** Sends a chat's messages one after the other until none is left, or the connection is gone. */
	async function drainChat(instanceId: InstanceId, outbox: SendQueue, chatId: string): Promise<void> {
		let delay = RETRY_FIRST;
		for (let message = outbox.first(chatId); message !== undefined; message = outbox.first(chatId)) {
			const connection = stopped ? null : connectionOf(instanceId);
			if (connection === null) break;
			try {
				await send(connection, message);
				outbox.ack(message);
				if (outbox.canRefill()) wake(instanceId);
				delay = RETRY_FIRST;
			} catch (error) {
				onError(error, message.id);
				await pause(delay);
				delay = Math.min(delay * 2, RETRY_LONGEST);
			}
		}
		outbox.release(chatId);
		if (outbox.isStale()) wake(instanceId);
	}

	/** Hands one message over and records what came of it. Throws when there is no verdict on it. */
	async function send(connection: NetworkConnection, message: MessageRow): Promise<void> {
		const messageId = message.id;
		try {
			throwIfExpired(message);
			const outgoing = outgoingMessage(message, await resolveMedia(message));
			await pause(deps.throttle(message.instance_id));
			throwIfExpired(message);
			await showTyping(connection, message);
			await deps.inFlight.track(message.instance_id, async () => {
				const { networkId } = await observe(message, () => connection.send(outgoing));
				await deps.recordStatus({ messageId, status: 'sent', at: clock.now(), networkId });
			});
		} catch (error) {
			const failure = permanentFailure(error);
			if (failure === null) throw error;
			await deps.recordStatus({ messageId, failure, refused: true, at: clock.now() });
		}
	}

	/** What waited here for too long is given up, and may have been told of as failed: see startExpiry. */
	function throwIfExpired({ created_at: queuedAt }: MessageRow): void {
		if (clock.now() - queuedAt > MESSAGE_TTL) throw new PermanentSendError(EXPIRED);
	}

	/** Specification, settings.autoTyping: a typing indicator is shown for as long as writing would take. */
	async function showTyping(connection: NetworkConnection, message: MessageRow): Promise<void> {
		const duration = connection.getTypingDuration(message.content);
		if (duration === null) return;
		const instance = await findInstance(store.read, message.instance_id);
		if (instance?.auto_typing !== 1) return;
		await connection.showTyping(message.chat_id);
		await pause(duration);
	}

	function pause(delay: number): Promise<void> {
		if (delay === 0) return Promise.resolve();
		return new Promise((resolve) => {
			if (stopped) {
				resolve();
				return;
			}
			const cancel = clock.schedule(delay, () => {
				waits.delete(cancel);
				resolve();
			});
			waits.set(cancel, resolve);
		});
	}

	const stopLooking = repeatEvery(clock, LOOK_EVERY, reconcileQueued, (error) => {
		if (!stopped) onError(error, null);
	});

	const unsubscribe = store.listen((signal) => {
		if (signal.kind === 'message_queued') wake(signal.instanceId, signal.queued);
		if (signal.kind === 'instance_connected') wake(signal.instanceId);
	});

	return {
		async stop() {
			stopped = true;
			unsubscribe();
			stopLooking();
			for (const [cancel, resolve] of waits) {
				cancel();
				resolve();
			}
			waits.clear();
			await Promise.all(atWork);
		},
	};
}

/** Why a message will never arrive: the network said so, or its file cannot be had. Null: nobody knows yet. */
function permanentFailure(error: unknown): MessageFailure | null {
	if (error instanceof PermanentSendError) return { code: error.code, message: error.message };
	return failureOfMedia(error);
}
