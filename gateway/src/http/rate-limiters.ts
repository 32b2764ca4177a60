import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { RATE_CLASSES, type Plan, type RateClass } from '../domain/plan.ts';

/** Seconds a window lasts; all limits are per minute. */
export const WINDOW = 60;

/** What counts the requests of each class. */
export type RateLimiters = Record<RateClass, RateLimiterAbstract>;

/**
 * Counts in memory, or, where several gateways share a PostgreSQL database, in a table of it, so that a key has one
 * limit and not one a gateway. While the database is away each gateway counts on its own.
 */
export function createRateLimiters(plan: Plan, shared: pg.Pool | null): RateLimiters {
	const limiters = RATE_CLASSES.map((rateClass) => {
		const options = { points: plan.rateLimits[rateClass], duration: WINDOW, keyPrefix: rateClass };
		const inMemory = new RateLimiterMemory(options);
		if (shared === null) return [rateClass, inMemory];
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
		return [rateClass, inTable];
	});
	return Object.fromEntries(limiters) as RateLimiters;
}
