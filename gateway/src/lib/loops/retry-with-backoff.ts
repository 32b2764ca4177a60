import { sleep, type Clock } from '../../domain/clock.ts';

/** Milliseconds before the first retry; the pause doubles up to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

/** Retries work with growing pauses until it succeeds. Throws the first error that `isFinal` accepts. */
export async function retryWithBackoff<T>(
	clock: Clock,
	work: () => Promise<T>,
	isFinal: (error: unknown) => boolean,
): Promise<T> {
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
		try {
			return await work();
		} catch (error) {
			if (isFinal(error)) throw error;
		}
		await sleep(clock, pause);
	}
}
