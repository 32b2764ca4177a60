import type pg from 'pg';
import { RATE_CLASSES, type Plan, type RateClass } from '../../../domain/access/plan.ts';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { batch } from '../../../lib/concurrency/batch.ts';
import { repeatEvery } from '../../../lib/loops/repeat-every.ts';
import { deleteOldWindows } from '../../../store/access/window-counts.ts';
import { countLocally } from './local-counts.ts';
import { createWindowCounter, type WindowCounter } from './window-counter.ts';

/** Seconds of a window; all limits are per minute. */
export const WINDOW = 60;
/** Milliseconds between two deletions of counts whose windows ended long ago. */
const CLEAN_UP_INTERVAL = 5 * 60_000;

/** The count of a client in a class of requests. */
export interface Count {
	/** Requests in this window, this one included; Infinity: over the limit, exact number unknown. */
	consumed: number;
	/** Milliseconds until the window ends. */
	resetIn: number;
}

/** Counts the requests of one class. */
export interface RateLimiter {
	/** Counts a request of a client. */
	count(clientId: string): Promise<Count>;
	/** Requests of a client in its window. */
	used(clientId: string): Promise<number>;
}

export type RateLimiters = Record<RateClass, RateLimiter>;

/** Creates the limiters of all classes of requests. */
export function createRateLimiters(plan: Plan, shared: pg.Pool | null, clock: Clock): RateLimiters {
	const limiters = RATE_CLASSES.map((rateClass): [RateClass, RateLimiter] => {
		const counter = createWindowCounter({ name: rateClass, duration: WINDOW }, shared);
		const count: RateLimiter['count'] =
			shared === null
				? (clientId) => counter.add(clientId, 1)
				: countLocally(batched(counter), { limit: plan.rateLimits[rateClass], clock });
		return [rateClass, { count, used: (clientId) => counter.read(clientId) }];
	});
	return Object.fromEntries(limiters) as RateLimiters;
}

/** Deletes old counts in the PostgreSQL database from time to time. Returns the function that ends this. */
export function startCleanUp(shared: pg.Pool | null, clock: Clock): Cancel {
	if (shared === null) return () => undefined;
	// Old counts do no harm: after a failure the next run deletes them.
	const ignore = (): void => undefined;
	return repeatEvery(clock, CLEAN_UP_INTERVAL, () => deleteOldWindows(shared), ignore);
}

/** Counts `points` requests of a client; returns the count after them. */
export type CountRequests = (clientId: string, points: number) => Promise<Count>;

/** Counts concurrent requests by one statement, because all requests of a client update the same row. */
function batched(counter: WindowCounter): CountRequests {
	const count = batch<{ clientId: string; points: number }, Count>({
		work: async (requests) => {
			const totals = new Map<string, number>();
			for (const { clientId, points } of requests) totals.set(clientId, (totals.get(clientId) ?? 0) + points);
			const counting = [...totals].map(async ([id, points]) => {
				const { consumed, resetIn } = await counter.add(id, points);
				return [id, { consumed: consumed - points, resetIn }] as const;
			});
			const counts = new Map<string, Count>(await Promise.all(counting));
			return requests.map(({ clientId, points }) => {
				const { consumed = 0, resetIn = 0 } = counts.get(clientId) ?? {};
				const count = { consumed: consumed + points, resetIn };
				counts.set(clientId, count);
				return count;
			});
		},
		sizeOf: ({ clientId }) => clientId.length,
		canSplit: () => false,
	});
	return (clientId, points) => count({ clientId, points });
}
