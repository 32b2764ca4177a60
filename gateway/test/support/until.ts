import { setTimeout as elapsed } from 'node:timers/promises';

/** Milliseconds after which a condition fails; only a failing test waits as long. */
const TIMEOUT = 120_000;

/** Most milliseconds between two checks: the gateway needs the processor more than the test. */
const MAX_PAUSE = 10;

/**
 * Resolves with the first value that is not null, undefined or false. Checks at once in the beginning, and then less
 * often. Throws after the timeout, with the name of the condition.
 */
export async function until<T>(
	what: string,
	check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
	const deadline = performance.now() + TIMEOUT;
	for (let pause = 0; ; pause = Math.min(pause + 1, MAX_PAUSE)) {
		const value = await check();
		if (value !== null && value !== undefined && value !== false) return value;
		if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
		if (pause === 0) await new Promise((resolve) => setImmediate(resolve));
		else await elapsed(pause);
	}
}
