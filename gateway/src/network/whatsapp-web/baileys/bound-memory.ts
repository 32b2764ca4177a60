import type { WASocket } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { createExpiringMap } from '../../../lib/bounded/expiring-map.ts';
import { countRetriesBySender } from './count-retries-by-sender.ts';

/** How often messages were requested again, by their senders and their ids, which strangers choose. */
const RETRIES = { limit: 20_000, ttl: 15 * 60_000, keyLength: 128 };
/** Senders with whom a session was begun anew. */
const SESSIONS = { limit: 20_000, ttl: 2 * 3_600_000 };
/** Two entries for each person; the store has all of them. */
const MAPPINGS = { limit: 40_000, ttl: 24 * 3_600_000 };

/**
 * Limits the caches of a Baileys socket that strangers can fill. Baileys' own caches have no limit, and a timer for each
 * entry that keeps it for minutes to days. Also takes over its requests to the account's phone, which have none either:
 * see placeholder-resends.ts.
 */
export function boundMemory(
	socket: Pick<WASocket, 'messageRetryManager' | 'sendRetryRequest' | 'signalRepository'>,
	clock: Pick<Clock, 'now'>,
): void {
	const { messageRetryManager, signalRepository } = socket;
	// The caches are private; Baileys uses only the methods that a map with expiring entries has.
	Object.assign(signalRepository.lidMapping, { mappingCache: createExpiringMap(clock, MAPPINGS) });
	if (messageRetryManager === null) return;
	Object.assign(messageRetryManager, {
		sessionRecreateHistory: createExpiringMap(clock, SESSIONS),
		schedulePhoneRequest: () => undefined,
	});
	countRetriesBySender(socket, createExpiringMap(clock, RETRIES));
}
