import type { BinaryNode, WASocket } from 'baileys';
import type { ExpiringMap } from '../../../lib/bounded/expiring-map.ts';

/** Baileys' counters of how often messages were requested again. */
type Counters = ExpiringMap<number>;

/**
 * Makes a socket of Baileys count how often a message was requested again by its sender and its id. Baileys counts by the
 * id alone, which strangers choose, too: their messages would use up the requests for a message with the same id.
 */
export function countRetriesBySender(
	socket: Pick<WASocket, 'messageRetryManager' | 'sendRetryRequest'>,
	counters: Counters,
): void {
	const { messageRetryManager, sendRetryRequest } = socket;
	if (messageRetryManager === null) return;
	/** The sender of the message that is being requested; Baileys counts before it waits for anything. */
	let sender = '';
	const keyOf = (id: string): string => `${sender} ${id}`;
	const bySender: Counters = {
		get: (id) => counters.get(keyOf(id)),
		set(id, count) {
			counters.set(keyOf(id), count);
		},
		delete(id) {
			counters.delete(keyOf(id));
		},
		// Baileys calls it when the connection ends.
		clear() {
			counters.clear();
		},
	};
	// It is private.
	Object.assign(messageRetryManager, { retryCounters: bySender });
	socket.sendRetryRequest = (node: BinaryNode, forceIncludeKeys?: boolean) => {
		const { from = '', participant = from } = node.attrs;
		sender = participant;
		try {
			return sendRetryRequest(node, forceIncludeKeys);
		} finally {
			sender = '';
		}
	};
}
