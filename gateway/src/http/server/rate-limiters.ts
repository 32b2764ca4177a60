import type pg from 'pg';
import {
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
	type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { RATE_CLASSES, type Plan, type RateClass } from '../../domain/plan.ts';
import { batch } from '../../store/commit/batch.ts';

/** Seconds a window lasts; all limits are per minute. */
export const WINDOW = 60;

/** How a client stands in a class of requests. */
export interface Count {
	/** Requests in this window, this one included; Infinity where it is only known that they are too many. */
	consumed: number;
	/** Milliseconds until the window ends. */
	resetIn: number;
}

/** Counts the requests of one class. */
export interface RateLimiter {
	/** Counts a request of this client. */
	count(who: string): Promise<Count>;
	/** How many requests of its window this client has made. */
	used(who: string): Promise<number>;
}

export type RateLimiters = Record<RateClass, RateLimiter>;

/**
 * Counts in memory, or, where several gateways share a PostgreSQL database, in a table of it, so that a key has one
 * limit and not one a gateway. While the database is away each gateway counts on its own.
 */
export function createRateLimiters(plan: Plan, shared: pg.Pool | null): RateLimiters {
	const limiters = RATE_CLASSES.map((rateClass) => {
		const options = { points: plan.rateLimits[rateClass], duration: WINDOW, keyPrefix: rateClass };
		const inMemory = new RateLimiterMemory(options);
		if (shared === null) return [rateClass, perRequest(inMemory)];
		const inTable = new RateLimiterPostgres({
			...options,
			storeClient: shared,
			storeType: 'pool',
			tableName: 'rate_limits',
			tableCreated: true,
			insuranceLimiter: inMemory,
			// A key that is over its limit is refused without asking the table until its window ends.
			inMemoryBlockOnConsumed: options.points + 1,
		});
		return [rateClass, batched(inTable)];
	});
	return Object.fromEntries(limiters) as RateLimiters;
}

function perRequest(limiter: RateLimiterAbstract): RateLimiter {
	return { count: (who) => consume(limiter, who, 1), used: (who) => usedOf(limiter, who) };
}

/** Counts requests that come at the same time by one statement, because all of a client's wait for the same row. */
function batched(limiter: RateLimiterAbstract): RateLimiter {
	const count = batch<string, Count>({
		work: async (clients) => {
			const requests = new Map<string, number>();
			for (const who of clients) requests.set(who, (requests.get(who) ?? 0) + 1);
			const counting = [...requests].map(async ([who, points]) => {
				const { consumed, resetIn } = await consume(limiter, who, points);
				return [who, { consumed: consumed - points, resetIn }] as const;
			});
			const counts = new Map<string, Count>(await Promise.all(counting));
			return clients.map((who) => {
				const { consumed = 0, resetIn = 0 } = counts.get(who) ?? {};
				const count = { consumed: consumed + 1, resetIn };
				counts.set(who, count);
				return count;
			});
		},
		sizeOf: (who) => who.length,
		canSplit: () => false,
	});
	return { count, used: (who) => usedOf(limiter, who) };
}

/** Counts a client's requests; Count is that after the last of them. */
async function consume(limiter: RateLimiterAbstract, who: string, points: number): Promise<Count> {
	const result = await limiter.consume(who, points).catch((refused: unknown) => {
		if (refused instanceof RateLimiterRes) return refused;
		throw refused;
	});
	// Who was over the limit before is refused without being counted.
	return { consumed: result.consumedPoints || Infinity, resetIn: result.msBeforeNext };
}

async function usedOf(limiter: RateLimiterAbstract, who: string): Promise<number> {
	return (await limiter.get(who))?.consumedPoints ?? 0;
}
