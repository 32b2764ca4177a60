import { setTimeout as elapsed } from 'node:timers/promises';

/** Real milliseconds any condition may take before a test gives up: only a test that fails waits as long. */
const PATIENCE = 120_000;

/** Milliseconds between two looks, at most: who is waited for needs the processor more than who waits. */
const PAUSE = 10;

/**
 * Resolves with the first value that is not null or undefined or false; looks again at once in the beginning, and then
 * less and less often. Rejects, with what was waited for, when it takes too long.
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
	const deadline = performance.now() + PATIENCE;
	for (let pause = 0; ; pause = Math.min(pause + 1, PAUSE)) {
		const value = await look();
		if (value !== null && value !== undefined && value !== false) return value;
		if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
		if (pause === 0) await new Promise((resolve) => setImmediate(resolve));
		else await elapsed(pause);
	}
}
