import fc from 'fast-check';
import type { Size } from '../system.ts';

/** One message and one move, and nothing that fails: all orders of its steps are a few thousand states. */
export const SMALL: Size = {
	chats: 1,
	messagesPerChat: 1,
	coordinators: 1,
	moves: 1,
	rollBacks: 0,
	crashes: 0,
	lostAnswers: 0,
	recognisesRepetitions: true,
};

/** More than can be visited: orders of its steps are chosen at random. */
export const LARGE: Size = {
	chats: 2,
	messagesPerChat: 3,
	coordinators: 2,
	moves: 3,
	rollBacks: 2,
	crashes: 4,
	lostAnswers: 2,
	recognisesRepetitions: true,
};

/** States that a test may visit: some ten thousand a second. */
export const LIMIT = 40_000;

/** The choices of a random order. */
export const CHOICES = fc.array(fc.nat(9999), { maxLength: 300, size: 'max' });

/** How many random orders a test tries; with the same choices in each run of the tests. */
export const RUNS = { seed: 20, numRuns: 1000 } as const;
