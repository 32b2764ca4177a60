import type pg from 'pg';
import {
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
	type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { RATE_CLASSES, type Plan, type RateClass } from '../../../domain/access/plan.ts';
import type { Clock } from '../../../domain/clock.ts';
import { batch } from '../../../lib/batch.ts';
import { countLocally } from './local-counts.ts';

/** Seconds of a window; all limits are per minute. */
export const WINDOW = 60;

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
	const limiters = RATE_CLASSES.map((rateClass) => {
		const points = plan.rateLimits[rateClass];
		// A key over its limit is refused without a query until its window ends.
		const options = { keyPrefix: rateClass, points, duration: WINDOW, inMemoryBlockOnConsumed: points + 1 };
		const limiter = createLimiter(options, shared);
		return [rateClass, shared === null ? perRequest(limiter) : sharedLimiter(limiter, points, clock)];
	});
	return Object.fromEntries(limiters) as RateLimiters;
}

/**
 * Counts in memory, or in a table of the PostgreSQL database that several gateways share, so that they enforce one
 * limit together. While the database is unreachable, each gateway counts on its own.
 */
export function createLimiter(
	options: { keyPrefix: string; points: number; duration: number; inMemoryBlockOnConsumed?: number },
	shared: pg.Pool | null,
): RateLimiterAbstract {
	const inMemory = new RateLimiterMemory(options);
	if (shared === null) return inMemory;
	return new RateLimiterPostgres({
		...options,
		storeClient: shared,
		storeType: 'pool',
		tableName: 'rate_limits',
		tableCreated: true,
		insuranceLimiter: inMemory,
	});
}

function perRequest(limiter: RateLimiterAbstract): RateLimiter {
	return {
		count: (clientId) => consume(limiter, clientId, 1),
		used: (clientId) => usedOf(limiter, clientId),
	};
}

/** Counts `points` requests of a client; returns the count after them. */
export type CountRequests = (clientId: string, points: number) => Promise<Count>;

function sharedLimiter(limiter: RateLimiterAbstract, limit: number, clock: Clock): RateLimiter {
	return {
		count: countLocally(batched(limiter), { limit, clock }),
		used: (clientId) => usedOf(limiter, clientId),
	};
}

/** Counts concurrent requests by one statement, because all requests of a client update the same row. */
function batched(limiter: RateLimiterAbstract): CountRequests {
	const count = batch<{ clientId: string; points: number }, Count>({
		work: async (requests) => {
			const totals = new Map<string, number>();
			for (const { clientId, points } of requests) totals.set(clientId, (totals.get(clientId) ?? 0) + points);
			const counting = [...totals].map(async ([id, points]) => {
				const { consumed, resetIn } = await consume(limiter, id, points);
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

/** Counts `points` requests of a client; returns the count after the last of them. */
async function consume(limiter: RateLimiterAbstract, clientId: string, points: number): Promise<Count> {
	const result = await limiter.consume(clientId, points).catch((refused: unknown) => {
		if (refused instanceof RateLimiterRes) return refused;
		throw refused;
	});
	// 0 points: the limiter refused a client that was over its limit before, and did not count the request.
	return { consumed: result.consumedPoints || Infinity, resetIn: result.msBeforeNext };
}

async function usedOf(limiter: RateLimiterAbstract, clientId: string): Promise<number> {
	return (await limiter.get(clientId))?.consumedPoints ?? 0;
}
