import type { Phone } from './phones/phone.ts';

/** Milliseconds between two tries. */
const PAUSE = 1000;

/**
 * Runs work of a connection. After a failure, such as an unreachable database, retries it until it succeeds or the
 * connection is closed. Resolves after the first try, so that the simulated time does not stop for the retries.
 */
export async function retryUntilClosed(
	{ wait }: Pick<Phone, 'wait'>,
	work: () => Promise<void>,
): Promise<void> {
	try {
		await work();
	} catch {
		wait(PAUSE, () => retryUntilClosed({ wait }, work));
	}
}
