import { setImmediate as nextIteration } from 'node:timers/promises';

/** Decryptions before other work of the process has its turn. */
const DECRYPTIONS_IN_A_ROW = 16;

/**
 * Returns a function that runs decryptions one at a time, in the order of its calls. It pauses now and then, so that the
 * first messages of many are recorded and reported while the others are decrypted. Rejects with the error of the work.
 */
export function createDecryptionQueue(): <T>(decrypt: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	let count = 0;
	return (decrypt) => {
		count += 1;
		const pauses = count % DECRYPTIONS_IN_A_ROW === 0;
		const result = last.then(decrypt);
		const ended = result.then(
			() => undefined,
			() => undefined,
		);
		last = pauses ? ended.then(nextIteration) : ended;
		return result;
	};
}
