import type { Clock } from '../../domain/clock.ts';
import { dropOldest } from './drop-oldest.ts';

/** A map of limited size whose entries expire. Above the limit it drops the entry that was set first. */
export interface ExpiringMap<Value> {
	/** Returns the value of a key; undefined: there is none, or it has expired. */
	get(key: string): Value | undefined;
	set(key: string, value: Value): void;
	delete(key: string): void;
	clear(): void;
}

/**
 * Creates a map for `limit` entries, each for `ttl` milliseconds. Of a key, `keyLength` characters count: set it for keys
 * that strangers choose; absent: all.
 */
export function createExpiringMap<Value>(
	clock: Pick<Clock, 'now'>,
	{ limit, ttl, keyLength }: { limit: number; ttl: number; keyLength?: number },
): ExpiringMap<Value> {
	const entries = new Map<string, { value: Value; expiresAt: number }>();
	const shortened = (key: string): string => key.slice(0, keyLength);
	return {
		get(key) {
			const entry = entries.get(shortened(key));
			return entry === undefined || entry.expiresAt <= clock.now() ? undefined : entry.value;
		},
		set(given, value) {
			const key = shortened(given);
			entries.delete(key);
			entries.set(key, { value, expiresAt: clock.now() + ttl });
			dropOldest(entries, limit);
		},
		delete(key) {
			entries.delete(shortened(key));
		},
		clear() {
			entries.clear();
		},
	};
}
