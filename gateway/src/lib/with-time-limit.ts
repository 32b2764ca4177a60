import type { Clock } from '../domain/clock.ts';

/**
 * Runs work that may take `limit` milliseconds. Throws an error with the text of `explain` (given the seconds) when it
 * takes longer; the work itself goes on.
 */
export async function withTimeLimit(
	clock: Clock,
	limit: number,
	work: () => unknown,
	explain: (seconds: number) => string,
): Promise<void> {
	const { promise: expired, reject } = Promise.withResolvers<never>();
	const cancel = clock.schedule(limit, () => {
		reject(new Error(explain(limit / 1000)));
	});
	try {
		await Promise.race([work(), expired]);
	} finally {
		cancel();
	}
}
