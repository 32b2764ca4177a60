import type { Clock } from '../../domain/clock.ts';

/**
 * Runs work that may take `limit` milliseconds and returns its result. Throws an error with the text of `explain`
 * (called with the seconds) when it takes longer; the work itself continues.
 */
export async function withTimeLimit<Result>(
	clock: Clock,
	limit: number,
	work: () => Promise<Result> | Result,
	explain: (seconds: number) => string,
): Promise<Result> {
	const { promise: expired, reject } = Promise.withResolvers<never>();
	const cancel = clock.schedule(limit, () => {
		reject(new Error(explain(limit / 1000)));
	});
	try {
		return await Promise.race([work(), expired]);
	} finally {
		cancel();
	}
}

/**
 * Resolves when the work has ended, or after `limit` milliseconds; the work itself continues. Throws what the work
 * throws.
 */
export async function waitAtMost(clock: Clock, limit: number, work: Promise<unknown>): Promise<void> {
	const { promise: over, resolve } = Promise.withResolvers<undefined>();
	const cancel = clock.schedule(limit, () => {
		resolve(undefined);
	});
	try {
		await Promise.race([work, over]);
	} finally {
		cancel();
	}
}
