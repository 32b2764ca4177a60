import type { Clock } from '../../domain/clock.ts';

/**
 * Caches the result of a slow function per key for so many milliseconds. Concurrent callers share one call. A failed
 * call is not cached.
 */
export function memoizeFor<Key, Result>(
	clock: Clock,
	milliseconds: number,
	load: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
	const cache = new Map<Key, { at: number; result: Promise<Result> }>();
	return (key) => {
		const now = clock.now();
		const cached = cache.get(key);
		if (cached !== undefined && now - cached.at < milliseconds) return cached.result;
		for (const [old, { at }] of cache) if (now - at >= milliseconds) cache.delete(old);
		const result = load(key);
		cache.set(key, { at: now, result });
		result.catch(() => cache.delete(key));
		return result;
	};
}
