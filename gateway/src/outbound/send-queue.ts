import type { MessageId } from '../domain/ids.ts';
import type { MessageRow } from '../store/schema.ts';

/** Messages of one instance held at a time; the rest wait in the database. */
const SIZE = 1000;
/** And of one chat: a chat with a backlog, or one that cannot be sent to at the moment, leaves room for the others. */
const CHAT_SIZE = 100;

/** What one instance has in hand to send, in order by chat. */
export interface SendQueue {
	/** How many messages a look at the database asks for. */
	size: number;
	/** Takes messages that were just queued; false where they have to be looked for, to keep the order. */
	push(queued: readonly MessageRow[]): boolean;
	/** Whether a message is in hand. */
	holds(id: MessageId): boolean;
	/** Something may be queued that is not here. */
	markStale(): void;
	isStale(): boolean;
	/** Whether looking would bring something, and nobody is looking. */
	canRefill(): boolean;
	/**
	 * Begins a look at the database for all chats but those that are full; call `took` with the rows, oldest first,
	 * or null when it failed.
	 */
	startRefill(): { without: readonly string[]; finishRefill: (rows: readonly MessageRow[] | null) => void };
	/**
	 * Begins to read all that is queued in some chats, at most as many as a look asks for; call the result with them,
	 * oldest first, or null when that failed. Null where they will be found by a look.
	 */
	beginFetch(): ((rows: readonly MessageRow[] | null) => void) | null;
	/** Chats with messages that nobody works on; from now on somebody does. */
	takeReadyChats(): string[];
	/** The next message of a chat. */
	first(chatId: string): MessageRow | undefined;
	/** The first message of its chat was sent, or has failed. */
	ack(message: MessageRow): void;
	/** Nobody works on the chat any more; what is left of it waits in the database. */
	release(chatId: string): void;
}

export function createSendQueue(): SendQueue {
	const held = new Set<MessageId>();
	/** A chat that is here is being worked on, or is among those nobody works on yet. */
	const chats = new Map<string, MessageRow[]>();
	let idle: string[] = [];
	/** Chats of which more waits in the database than is held. */
	const full = new Set<string>();
	/** What was recorded since the oldest read under way began: its rows may still show these as queued. */
	const settled = new Set<MessageId>();
	/** Reads under way. */
	let reading = 0;
	let looking = false;
	let behind = true;

	function insert(message: MessageRow): void {
		const { id, chat_id: chatId } = message;
		if (held.has(id) || full.has(chatId)) return;
		const waiting = chats.get(chatId) ?? [];
		if (waiting.length === CHAT_SIZE) {
			full.add(chatId);
			return;
		}
		held.add(id);
		insertInOrder(waiting, message);
		if (chats.has(chatId)) return;
		chats.set(chatId, waiting);
		idle.push(chatId);
	}

	function beginReading(): void {
		if (reading === 0) settled.clear();
		reading += 1;
	}

	function holdUnsettled(rows: readonly MessageRow[]): void {
		reading -= 1;
		for (const row of rows) if (!settled.has(row.id)) insert(row);
	}

	/** A full chat that has room again is looked for. */
	function refill(chatId: string): void {
		if ((chats.get(chatId)?.length ?? 0) <= CHAT_SIZE / 2 && full.delete(chatId)) behind = true;
	}

	return {
		size: SIZE,
		push(queued) {
			// While somebody looks, or older ones wait in the database, these are found after them.
			if (behind || looking || held.size + queued.length > SIZE) return false;
			queued.forEach(insert);
			return true;
		},
		holds: (id) => held.has(id),
		markStale() {
			behind = true;
		},
		isStale: () => behind,
		// A look brings whole pages: not one for each message that leaves.
		canRefill: () => behind && !looking && held.size <= SIZE / 2,
		startRefill() {
			looking = true;
			behind = false;
			beginReading();
			const finishRefill = (rows: readonly MessageRow[] | null): void => {
				looking = false;
				if (rows === null || rows.length === SIZE) behind = true;
				holdUnsettled(rows ?? []);
			};
			return { without: [...full], finishRefill };
		},
		beginFetch() {
			if (behind || looking) {
				behind = true;
				return null;
			}
			beginReading();
			return (rows) => {
				const others = rows?.filter(({ id }) => !held.has(id)) ?? [];
				// Older ones may be among what a look is about to bring.
				if (rows === null || rows.length === SIZE || looking || held.size + others.length > SIZE)
					behind = true;
				holdUnsettled(behind ? [] : others);
			};
		},
		takeReadyChats() {
			const begun = idle;
			idle = [];
			return begun;
		},
		first: (chatId) => chats.get(chatId)?.[0],
		ack({ id, chat_id: chatId }) {
			chats.get(chatId)?.shift();
			held.delete(id);
			if (reading > 0) settled.add(id);
			refill(chatId);
		},
		release(chatId) {
			const rest = chats.get(chatId) ?? [];
			for (const { id } of rest) held.delete(id);
			if (rest.length > 0) behind = true;
			chats.delete(chatId);
			refill(chatId);
		},
	};
}

/** Puts a message behind those queued before it; the first of a chat is being sent and stays the first. */
function insertInOrder(waiting: MessageRow[], message: MessageRow): void {
	const later = waiting.findIndex(({ id }, index) => index > 0 && id > message.id);
	waiting.splice(later === -1 ? waiting.length : later, 0, message);
}
