import type { CacheStore } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';

/** Characters of a key that count: ids are chosen by strangers. */
const KEY_LENGTH = 256;

/**
 * Creates a cache for Baileys, whose own ones have no limit: everybody can send what they remember. Entries expire after
 * `ttl` milliseconds; above the limit the entry that was set first is dropped.
 */
export function createBoundedCache(
	clock: Pick<Clock, 'now'>,
	{ limit, ttl }: { limit: number; ttl: number },
): CacheStore {
	const entries = new Map<string, { value: unknown; expiresAt: number }>();
	const shortened = (key: string): string => key.slice(0, KEY_LENGTH);
	return {
		get(key) {
			const entry = entries.get(shortened(key));
			// The caller names the type of what it has set.
			return entry === undefined || entry.expiresAt <= clock.now() ? undefined : (entry.value as never);
		},
		set(key, value) {
			entries.delete(shortened(key));
			entries.set(shortened(key), { value, expiresAt: clock.now() + ttl });
			dropOldest(entries, limit);
		},
		del(key) {
			entries.delete(shortened(key));
		},
		flushAll() {
			entries.clear();
		},
	};
}
