import { afterAll, beforeAll } from '@jest/globals';
import { openTestPlayground, type TestPlayground } from './test-playground.ts';

const STARTING_N8N_MS = 5 * 60_000;

/**
 * Opens one playground for all tests of a file, because n8n takes half a minute to start, and closes it after them.
 * Returns a function for the tests that returns it.
 */
export function sharedPlayground(): () => TestPlayground {
	const opened: { playground?: TestPlayground } = {};
	beforeAll(async () => {
		opened.playground = await openTestPlayground();
	}, STARTING_N8N_MS);
	afterAll(() => opened.playground?.close());
	return () => {
		if (opened.playground === undefined) throw new Error('The playground could not be opened.');
		return opened.playground;
	};
}
