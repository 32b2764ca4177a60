import { setTimeout as delay } from 'node:timers/promises';

type Patience = {
	/** What is waited for, as it will read after "Waited 30 seconds for". */
	what: string;
	seconds: number;
	everyMs?: number;
	signal?: AbortSignal | undefined;
};

/**
 * Asks `probe` again and again until it gives something other than undefined, and gives that.
 * A probe that throws counts as "not yet": what is waited for may not be listening so far.
 */
export async function until<T>(patience: Patience, probe: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + patience.seconds * 1000;
	let lastError: unknown;
	for (;;) {
		patience.signal?.throwIfAborted();
		try {
			const found = await probe();
			if (found !== undefined) return found;
			lastError = undefined;
		} catch (error) {
			lastError = error;
		}
		if (Date.now() >= deadline) break;
		await delay(patience.everyMs ?? 250, undefined, patience.signal ? { signal: patience.signal } : {});
	}
	const reason = lastError instanceof Error ? ` (${lastError.message})` : '';
	throw new Error(`Waited ${patience.seconds} seconds for ${patience.what}${reason}.`, { cause: lastError });
}
