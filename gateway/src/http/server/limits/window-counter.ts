import type pg from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addToWindow, readWindow, type WindowCount } from '../../../store/access/window-counts.ts';

/** Counts of clients in windows: the first count of a client begins one, and the first one after its end the next. */
export interface WindowCounter {
	/**
	 * Adds points to the count of a client; negative ones are taken back. Returns the count. `seconds`: the length of the
	 * window that may begin with them, if it is shorter than the others.
	 */
	add(clientId: string, points: number, seconds?: number): Promise<WindowCount>;
	/** Returns the count of a client in its window. */
	read(clientId: string): Promise<number>;
}

/** The name of a counter, and the seconds of its longest window. */
export interface Windows {
	name: string;
	duration: number;
}

/**
 * Counts in memory, or in a table of the PostgreSQL database that several gateways share, so that they enforce one
 * limit together. While the database is unreachable, each gateway counts on its own.
 */
export function createWindowCounter(windows: Windows, shared: pg.Pool | null): WindowCounter {
	const inMemory = countInMemory(windows);
	if (shared === null) return inMemory;
	const { name, duration } = windows;
	const longest = duration * 1000;
	const keyOf = (clientId: string): string => `${name}:${clientId}`;
	return {
		add(clientId, points, seconds = duration) {
			const added = { key: keyOf(clientId), points, duration: seconds * 1000, longest };
			return addToWindow(shared, added).catch(() => inMemory.add(clientId, points, seconds));
		},
		read: (clientId) =>
			readWindow(shared, { key: keyOf(clientId), longest }).catch(() => inMemory.read(clientId)),
	};
}

function countInMemory({ duration }: Windows): WindowCounter {
	const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration });
	return {
		async add(clientId, points, seconds = duration) {
			const result =
				points < 0
					? await limiter.reward(clientId, -points)
					: await limiter.consume(clientId, points, { customDuration: seconds });
			// Its timers end a window on time, but the remaining time that it reports is too long after the clock was
			// set back.
			return {
				consumed: result.consumedPoints,
				resetIn: Math.min(result.msBeforeNext, duration * 1000),
			};
		},
		read: async (clientId) => (await limiter.get(clientId))?.consumedPoints ?? 0,
	};
}
