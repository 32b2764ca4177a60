/** Messages of one connection that wait to be handled, one after the other. */
export interface MessageQueue {
	/** Adds a message; false: too many wait already, and it was not added. */
	add(message: Buffer): boolean;
	/** Drops all waiting messages, and adds no more. */
	close(): void;
}

/** Most messages of a connection that may wait to be handled. */
export const WAITING_LIMIT = 32;

/** Creates a queue whose messages are handled in their order. `handle` must not reject. */
export function createMessageQueue(handle: (message: Buffer) => Promise<void>): MessageQueue {
	let waiting: Buffer[] = [];
	let isHandling = false;
	let isClosed = false;

	async function handleAll(): Promise<void> {
		isHandling = true;
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await handle(next);
		isHandling = false;
	}

	return {
		add(message) {
			if (isClosed || waiting.length >= WAITING_LIMIT) return false;
			waiting.push(message);
			if (!isHandling) void handleAll();
			return true;
		},
		close() {
			isClosed = true;
			waiting = [];
		},
	};
}
