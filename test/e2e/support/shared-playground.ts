import { afterAll, beforeAll } from '@jest/globals';

/** Milliseconds in which n8n and the gateway have to start, and to stop. */
const STARTING_MS = 5 * 60_000;
const STOPPING_MS = 120_000;

/**
 * Opens one playground for all tests of a file, because n8n takes half a minute to start, and closes it after them.
 * Returns a function for the tests that returns it.
 */
export function sharedPlayground<Playground extends { close: () => Promise<void> }>(
	open: () => Promise<Playground>,
): () => Playground {
	const opened: { playground?: Playground } = {};
	beforeAll(async () => {
		opened.playground = await open();
	}, STARTING_MS);
	afterAll(() => opened.playground?.close(), STOPPING_MS);
	return () => {
		if (opened.playground === undefined) throw new Error('The playground could not be opened.');
		return opened.playground;
	};
}
