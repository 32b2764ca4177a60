import type { Phone } from './phones/phone.ts';

/** Milliseconds between two tries. */
const PAUSE = 1000;

/**
 * Does work of a connection; where it fails, such as where the database is out of reach, it is done again until it
 * succeeds or the connection is closed. Resolves after the first try: simulated time goes on meanwhile.
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
