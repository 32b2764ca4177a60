import type { CacheStore } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { createExpiringMap } from '../../../lib/bounded/expiring-map.ts';

/** Ids are chosen by strangers. */
const KEY_LENGTH = 256;

/**
 * Creates a cache for Baileys, whose own caches have no limit, although anybody can send the messages that fill them.
 * Entries expire after `ttl` milliseconds; above the limit the entry that was set first is dropped.
 */
export function createBoundedCache(
	clock: Pick<Clock, 'now'>,
	size: { limit: number; ttl: number },
): CacheStore {
	const entries = createExpiringMap(clock, { ...size, keyLength: KEY_LENGTH });
	return {
		get(key) {
			// The caller names the type of what it has set.
			return entries.get(key) as never;
		},
		set(key, value) {
			entries.set(key, value);
		},
		del(key) {
			entries.delete(key);
		},
		flushAll() {
			entries.clear();
		},
	};
}
