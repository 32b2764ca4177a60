import type { CellName, Entry } from './directory.ts';
import type { Answer, SendRequest } from './gateways.ts';

/** A client that sends messages to one chat, one after another, by a cached entry of the directory. */
export interface Client {
	readonly chat: string;
	/** The cell that had the instance when the client last asked; null: it asks before the next request. */
	readonly cached: CellName | null;
	/** Messages that were accepted, as far as the client knows. */
	readonly accepted: number;
	/** Messages that it wants to send. */
	readonly wanted: number;
}

/** Returns the request that is next; it stays the same until the client has seen it accepted. Null: there is none. */
export function nextRequest({ chat, accepted, wanted }: Client): SendRequest | null {
	return accepted < wanted ? { chat, number: accepted, key: `${chat}${accepted}` } : null;
}

/** Lets the client ask the directory. */
export function lookUp(client: Client, { cell }: Entry): Client {
	return { ...client, cached: cell };
}

/** Lets the client act on an answer; null: the cell could not be reached. */
export function receiveAnswer(client: Client, answer: Answer | null): Client {
	switch (answer) {
		case 'accepted':
			return { ...client, accepted: client.accepted + 1 };
		// It repeats the request after Retry-After. A move that ends meanwhile is answered with `moved` then.
		case 'busy':
			return client;
		case 'moved':
		case null:
			return { ...client, cached: null };
	}
}
