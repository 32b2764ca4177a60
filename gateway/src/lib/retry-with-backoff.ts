import { sleep, type Clock } from '../domain/clock.ts';

/** Milliseconds between two tries; doubled up to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

/** Does work again, after longer and longer pauses, until it succeeds; throws the first error that ends it. */
export async function retryWithBackoff<T>(
	clock: Clock,
	work: () => Promise<T>,
	ends: (error: unknown) => boolean,
): Promise<T> {
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
		try {
			return await work();
		} catch (error) {
			if (ends(error)) throw error;
		}
		await sleep(clock, pause);
	}
}
