import { setTimeout as delay } from 'node:timers/promises';

type UntilOptions = {
	/** The condition, in words that follow "Waited 30 seconds for". */
	what: string;
	seconds: number;
	everyMs?: number;
	signal?: AbortSignal | undefined;
};

/**
 * Polls `probe` until it returns a value other than undefined, and returns that value. A probe that throws counts as
 * undefined, because a service may not listen yet. Throws after the time limit.
 */
export async function until<T>(options: UntilOptions, probe: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + options.seconds * 1000;
	let lastError: unknown;
	for (;;) {
		options.signal?.throwIfAborted();
		try {
			const found = await probe();
			if (found !== undefined) return found;
			lastError = undefined;
		} catch (error) {
			lastError = error;
		}
		if (Date.now() >= deadline) break;
		await delay(options.everyMs ?? 250, undefined, options.signal ? { signal: options.signal } : {});
	}
	const reason = lastError instanceof Error ? ` (${lastError.message})` : '';
	throw new Error(`Waited ${options.seconds} seconds for ${options.what}${reason}.`, { cause: lastError });
}
