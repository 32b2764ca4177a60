import type { Cancel, Clock } from '../domain/clock.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import type { MessageFailure } from '../domain/message.ts';
import { recordFailure, recordReceipt } from '../inbound/record-receipt.ts';
import { NetworkRefusal, type NetworkConnection } from '../network/driver.ts';
import { outgoingMessage } from '../network/outgoing-message.ts';
import { listQueuedMessages } from '../store/messages.ts';
import type { MessageRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { failureOfMedia, type MediaOf } from './message-media.ts';

/** Messages of one instance held at a time; the rest wait in the database. */
const HELD_LIMIT = 500;
/** Milliseconds before a chat whose message could not be sent is tried again; doubled up to the longest. */
const RETRY_FIRST = 1000;
const RETRY_LONGEST = 60_000;

export interface Sender {
	/** Looks for something to send; call it when a message was queued or an instance connected. */
	wake(instanceId: InstanceId): void;
	/** Begins nothing more, and resolves when what was under way is recorded. */
	stop(): Promise<void>;
}

/** Runs the handing over of a message to the network, and may look at how it goes. */
export type ObserveSend = <T>(message: MessageRow, handOver: () => Promise<T>) => Promise<T>;

export interface SenderPort {
	store: Store;
	clock: Clock;
	newId: NewId;
	/** The connection of an instance, or null while it has none. */
	connectionOf: (instanceId: InstanceId) => NetworkConnection | null;
	/** Finds, or fetches, the file of a media message. */
	mediaOf: MediaOf;
	/** Hears of what went wrong without a verdict of the network. */
	onError: (error: unknown, messageId: MessageId | null) => void;
	observe?: ObserveSend;
}

/** What one instance has in hand. */
interface Outbox {
	held: Set<MessageId>;
	/** What was recorded since the look under way began: its rows may still show these as queued. */
	settled: Set<MessageId>;
	/** Waiting messages by chat; a chat that is here is being worked on. */
	chats: Map<string, MessageRow[]>;
	/** A look at the database is under way; set to `again` when something came meanwhile. */
	looking: 'no' | 'yes' | 'again';
}

/**
 * Sends what is queued: in order within a chat, chats side by side. A message stays queued in the database until
 * the network took it over, so a restart in the middle sends it again; its id travels along for that.
 */
export function createSender(port: SenderPort): Sender {
	const { store, clock, newId, connectionOf, mediaOf, onError } = port;
	const observe = port.observe ?? ((_message, handOver) => handOver());
	const outboxes = new Map<InstanceId, Outbox>();
	const atWork = new Set<Promise<void>>();
	const waits = new Map<Cancel, () => void>();
	let stopped = false;

	function track(work: Promise<void>): void {
		atWork.add(work);
		void work.finally(() => atWork.delete(work));
	}

	function wake(instanceId: InstanceId): void {
		if (stopped || connectionOf(instanceId) === null) return;
		const outbox = outboxes.get(instanceId) ?? newOutbox();
		outboxes.set(instanceId, outbox);
		if (outbox.looking === 'no') track(look(instanceId, outbox));
		else outbox.looking = 'again';
	}

	async function look(instanceId: InstanceId, outbox: Outbox): Promise<void> {
		do {
			outbox.looking = 'yes';
			try {
				await take(instanceId, outbox);
			} catch (error) {
				onError(error, null);
			}
			// `again` is set by others while take() waits.
		} while ((outbox.looking as Outbox['looking']) === 'again' && !stopped);
		outbox.looking = 'no';
	}

	async function take(instanceId: InstanceId, outbox: Outbox): Promise<void> {
		if (outbox.held.size >= HELD_LIMIT) return;
		outbox.settled.clear();
		const queued = await listQueuedMessages(store.read, instanceId, HELD_LIMIT);
		for (const message of queued) {
			if (outbox.held.has(message.id) || outbox.settled.has(message.id)) continue;
			outbox.held.add(message.id);
			const waiting = outbox.chats.get(message.chat_id);
			if (waiting !== undefined) {
				waiting.push(message);
				continue;
			}
			outbox.chats.set(message.chat_id, [message]);
			track(workOff(instanceId, outbox, message.chat_id));
		}
	}

	/** Sends a chat's messages one after the other until none is left, or the connection is gone. */
	async function workOff(instanceId: InstanceId, outbox: Outbox, chatId: string): Promise<void> {
		const waiting = outbox.chats.get(chatId) ?? [];
		let delay = RETRY_FIRST;
		for (let message = waiting[0]; message !== undefined; message = waiting[0]) {
			const connection = stopped ? null : connectionOf(instanceId);
			if (connection === null) break;
			try {
				await send(connection, message);
				waiting.shift();
				outbox.held.delete(message.id);
				outbox.settled.add(message.id);
				delay = RETRY_FIRST;
			} catch (error) {
				onError(error, message.id);
				await pause(delay);
				delay = Math.min(delay * 2, RETRY_LONGEST);
			}
		}
		for (const message of waiting) outbox.held.delete(message.id);
		outbox.chats.delete(chatId);
		wake(instanceId);
	}

	/** Hands one message over and records what came of it. Throws when there is no verdict on it. */
	async function send(connection: NetworkConnection, message: MessageRow): Promise<void> {
		const messageId = message.id;
		try {
			const outgoing = outgoingMessage(message, await mediaOf(message));
			const { networkId } = await observe(message, () => connection.send(outgoing));
			const at = clock.now();
			await store.commit((scope) =>
				recordReceipt(scope, newId, { messageId, status: 'sent', at, networkId }),
			);
		} catch (error) {
			const failure = verdictOf(error);
			if (failure === null) throw error;
			const at = clock.now();
			await store.commit((scope) => recordFailure(scope, newId, { messageId, failure, at }));
		}
	}

	function pause(delay: number): Promise<void> {
		return new Promise((resolve) => {
			if (stopped) {
				resolve();
				return;
			}
			const cancel = clock.after(delay, () => {
				waits.delete(cancel);
				resolve();
			});
			waits.set(cancel, resolve);
		});
	}

	return {
		wake,
		async stop() {
			stopped = true;
			for (const [cancel, resolve] of waits) {
				cancel();
				resolve();
			}
			waits.clear();
			await Promise.all(atWork);
		},
	};
}

function newOutbox(): Outbox {
	return { held: new Set(), settled: new Set(), chats: new Map(), looking: 'no' };
}

/** Why a message will never arrive: the network said so, or its file cannot be had. Null: nobody knows yet. */
function verdictOf(error: unknown): MessageFailure | null {
	if (error instanceof NetworkRefusal) return { code: error.code, message: error.message };
	return failureOfMedia(error);
}
