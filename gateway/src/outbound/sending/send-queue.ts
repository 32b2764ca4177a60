import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { ChatKey } from '../../store/chats/chat-key.ts';

/** Milliseconds until a chat whose message could not be sent is tried again; doubled after each failure. */
const FIRST_RETRY = 1000;
const LONGEST_RETRY = 60_000;
/** Chats of one instance known to have queued messages; the sender finds further chats in the database later. */
const READY_LIMIT = 1000;
/** Chats of one instance that wait for a retry; at this number the instance sends nothing else in between. */
const RETRY_LIMIT = 1000;
/** Sorts before every id. */
const START = 'msg_' as MessageId;

/** How many chats may be sent to at the same time. */
export interface SendLimits {
	total: number;
	/** Of one instance. */
	perInstance: number;
}

/** A position in the queued messages of an instance, ordered by id. */
interface Position {
	after: MessageId;
}

/** The chats of an instance with queued messages; the messages themselves are in the database. */
interface InstanceChats {
	/** Chats with queued messages, in the order they are sent to. */
	ready: Set<string>;
	/** Chats being sent to; true: further messages were queued since sending began. */
	sending: Map<string, boolean>;
	/** Chats whose last message could not be sent. */
	retries: Map<string, { at: number; delay: number }>;
	/** Queued messages from here on may belong to unknown chats; null: all chats are known. */
	unread: Position | null;
	/** Epoch milliseconds of the last call of readAll(). */
	readAt: number;
}

/** An instance whose chats are to be read, from this position on. */
export interface InstanceToRead {
	instanceId: InstanceId;
	position: Position;
}

/** The chats that have queued messages: which one is sent to next, and which ones have to wait. Bounded in size. */
export interface SendQueue {
	/** Adds chats in which messages were queued. */
	add(instanceId: InstanceId, chatIds: readonly string[]): void;
	/** Requests that all chats of an instance are read, because messages may be queued in chats that are not known. */
	readAll(instanceId: InstanceId, now: number): void;
	/** Instances whose chats are to be read and that have room for them, with the position to read from. */
	instancesToRead(): InstanceToRead[];
	/** Adds a page of chats that was read from a position on, and moves on to the next page unless it was the last. */
	addPage(
		instanceId: InstanceId,
		position: Position,
		page: { rows: readonly { id: MessageId; chatId: string }[]; isLast: boolean },
	): void;
	/**
	 * Whether the queue knows the chat of an instance's oldest queued message. A chat that waits for a retry counts only
	 * for a minute after readAll(), because newer messages may be in chats that are not known.
	 */
	knows(chat: ChatKey, now: number): boolean;
	/** Takes the chats to send to next, instance by instance in turn. */
	take(now: number): ChatKey[];
	/** The next time at which a chat is tried again (epoch milliseconds); null: none waits, or there is no room for it. */
	nextRetryAt(): number | null;
	/** The network accepted or refused a message of a chat: earlier failures no longer count. */
	succeeded(chat: ChatKey): void;
	/** Ends sending to a chat; `hasMore` is whether more of its messages may be queued. */
	release(chat: ChatKey, hasMore: boolean): void;
	/** Ends sending to a chat whose message could not be sent; it is tried again after a pause. */
	retryLater(chat: ChatKey, now: number): void;
}

/** Creates the queue. It drops the chats of instances that cannot send now (`isConnected`). */
export function createSendQueue(
	limits: SendLimits,
	isConnected: (instanceId: InstanceId) => boolean,
): SendQueue {
	const instances = new Map<InstanceId, InstanceChats>();
	let sendingTotal = 0;

	function chatsOf(instanceId: InstanceId): InstanceChats {
		const known = instances.get(instanceId);
		if (known !== undefined) return known;
		const created: InstanceChats = {
			ready: new Set(),
			sending: new Map(),
			retries: new Map(),
			unread: null,
			readAt: 0,
		};
		instances.set(instanceId, created);
		return created;
	}

	/** Adds a chat; without room for it, the instance's chats are to be read again. */
	function addChat(chats: InstanceChats, chatId: string): void {
		if (chats.sending.has(chatId)) chats.sending.set(chatId, true);
		else if (chats.retries.has(chatId) || chats.ready.has(chatId)) return;
		else if (chats.ready.size < READY_LIMIT) chats.ready.add(chatId);
		else chats.unread ??= { after: START };
	}

	/** Forgets what was read of an instance that is not connected; its chats are read again when it is. */
	function forget(instanceId: InstanceId, chats: InstanceChats): void {
		chats.ready.clear();
		chats.retries.clear();
		chats.unread = null;
		if (chats.sending.size === 0) instances.delete(instanceId);
	}

	function isIdle({ ready, sending, retries, unread }: InstanceChats): boolean {
		return ready.size + sending.size + retries.size === 0 && unread === null;
	}

	function takeOne({ ready, sending, retries }: InstanceChats, now: number): string | undefined {
		if (sending.size >= limits.perInstance) return undefined;
		for (const [chatId, { at }] of retries) if (isDue(at, now) && !sending.has(chatId)) return chatId;
		if (retries.size >= RETRY_LIMIT) return undefined;
		const [chatId] = ready;
		if (chatId !== undefined) ready.delete(chatId);
		return chatId;
	}

	function stopSending({ instanceId, chatId }: ChatKey): { chats: InstanceChats; wasAdded: boolean } {
		const chats = chatsOf(instanceId);
		const wasAdded = chats.sending.get(chatId) === true;
		if (chats.sending.delete(chatId)) sendingTotal -= 1;
		return { chats, wasAdded };
	}

	return {
		add(instanceId, chatIds) {
			if (!isConnected(instanceId)) return;
			const chats = chatsOf(instanceId);
			for (const chatId of chatIds) addChat(chats, chatId);
		},
		readAll(instanceId, now) {
			Object.assign(chatsOf(instanceId), { unread: { after: START }, readAt: now });
		},
		instancesToRead() {
			const toRead = [];
			for (const [instanceId, { ready, unread }] of instances) {
				if (unread === null || ready.size > READY_LIMIT / 2 || !isConnected(instanceId)) continue;
				toRead.push({ instanceId, position: unread });
			}
			return toRead;
		},
		addPage(instanceId, position, { rows, isLast }) {
			const chats = chatsOf(instanceId);
			// readAll() was called after this page was requested, so the page may lack the newest chats.
			if (chats.unread !== position) return;
			const hadRoom = rows.length <= READY_LIMIT - chats.ready.size;
			const last = rows.at(-1);
			for (const { chatId } of rows) addChat(chats, chatId);
			if (!hadRoom) chats.unread = { after: START };
			else chats.unread = isLast || last === undefined ? null : { after: last.id };
		},
		knows({ instanceId, chatId }, now) {
			const chats = instances.get(instanceId);
			if (chats === undefined) return false;
			if (chats.unread !== null || chats.ready.has(chatId) || chats.sending.has(chatId)) return true;
			return chats.retries.has(chatId) && isRecent(chats.readAt, now);
		},
		take(now) {
			const taken: ChatKey[] = [];
			let waiting = [...instances];
			while (waiting.length > 0 && sendingTotal < limits.total) {
				const next: typeof waiting = [];
				for (const [instanceId, chats] of waiting) {
					if (sendingTotal >= limits.total) break;
					if (!isConnected(instanceId)) {
						forget(instanceId, chats);
						continue;
					}
					const chatId = takeOne(chats, now);
					if (chatId === undefined) {
						if (isIdle(chats)) instances.delete(instanceId);
						continue;
					}
					chats.sending.set(chatId, false);
					sendingTotal += 1;
					taken.push({ instanceId, chatId });
					next.push([instanceId, chats]);
					// The next time the other instances come first.
					instances.delete(instanceId);
					instances.set(instanceId, chats);
				}
				waiting = next;
			}
			return taken;
		},
		nextRetryAt() {
			let earliest: number | null = null;
			if (sendingTotal >= limits.total) return null;
			for (const { retries, sending } of instances.values()) {
				if (sending.size >= limits.perInstance) continue;
				for (const [chatId, { at }] of retries) {
					if (!sending.has(chatId)) earliest = Math.min(at, earliest ?? at);
				}
			}
			return earliest;
		},
		succeeded({ instanceId, chatId }) {
			instances.get(instanceId)?.retries.delete(chatId);
		},
		release(chat, hasMore) {
			const { chats, wasAdded } = stopSending(chat);
			// No message is left to retry: it was sent, expired or was cancelled. A due retry would be taken again and again.
			if (!hasMore) chats.retries.delete(chat.chatId);
			if (hasMore || wasAdded) addChat(chats, chat.chatId);
		},
		retryLater(chat, now) {
			const { chats } = stopSending(chat);
			const delay = chats.retries.get(chat.chatId)?.delay ?? FIRST_RETRY;
			chats.retries.set(chat.chatId, { at: now + delay, delay: Math.min(delay * 2, LONGEST_RETRY) });
		},
	};
}

/** Whether a time for a retry has come. A time further away than any pause was set while the clock was ahead. */
function isDue(at: number, now: number): boolean {
	return at <= now || at - now > LONGEST_RETRY;
}

/** Whether a time is less than a minute ago. A time in the future was set while the clock was ahead. */
function isRecent(at: number, now: number): boolean {
	return at <= now && now - at < LONGEST_RETRY;
}
