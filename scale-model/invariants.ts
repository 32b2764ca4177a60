import { otherCell } from './directory.ts';
import type { Message } from './rows.ts';
import type { System } from './system.ts';

/** The rules that hold in every state. */
export type Violation =
	| 'two sessions'
	| 'session used twice'
	| 'sent twice'
	| 'chat out of order'
	| 'events out of order';

/** The rules that hold in a final state. */
export type Loss =
	| 'move without an end'
	| 'message without an acceptance'
	| 'message lost'
	| 'event lost'
	| 'work left'
	| 'no session at the owner'
	| 'rows left at the other cell';

/** Returns which rules a state breaks. They hold at every moment. */
export function violationsOf({ network, received }: System): Violation[] {
	const found: Violation[] = [];
	if (network.sessions.length > 1) found.push('two sessions');
	if (network.isSessionReused) found.push('session used twice');
	if (new Set(network.taken.map(({ key }) => key)).size < network.taken.length) found.push('sent twice');
	if (!isInOrder(network.taken)) found.push('chat out of order');
	// A repeated event is no fault, one after a later one is: webhooks can be ordered.
	if (!isInOrder(received)) found.push('events out of order');
	return found;
}

/** Returns the rules that a final state breaks; empty: none. */
export function lossesOf({ entry, cells, network, received, clients }: System): Loss[] {
	const owner = cells[entry.cell];
	const other = cells[otherCell(entry.cell)];
	const { messages, deliveries } = owner.rows;
	const accepted = clients.flatMap(({ chat, accepted: count }) =>
		Array.from({ length: count }, (_, number) => `${chat}${number}`),
	);
	const found: Loss[] = [];
	if (entry.state !== 'owned') found.push('move without an end');
	if (clients.some((client) => client.accepted < client.wanted)) found.push('message without an acceptance');
	if (!includesAll(network.taken, accepted)) found.push('message lost');
	if (!includesAll(received, accepted)) found.push('event lost');
	if (messages.some(({ status }) => status === 'queued') || deliveries.length > 0) found.push('work left');
	if (network.sessions.length !== 1 || network.sessions[0] !== entry.cell)
		found.push('no session at the owner');
	if (other.grant.mode !== 'none' || other.rows.messages.length > 0)
		found.push('rows left at the other cell');
	return found;
}

function includesAll(messages: readonly Message[], keys: readonly string[]): boolean {
	const found = new Set(messages.map(({ key }) => key));
	return keys.every((key) => found.has(key));
}

function isInOrder(messages: readonly Message[]): boolean {
	const latest = new Map<string, number>();
	for (const { chat, number } of messages) {
		if (number < (latest.get(chat) ?? 0)) return false;
		latest.set(chat, number);
	}
	return true;
}
