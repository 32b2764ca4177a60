import e2e from './jest.e2e.config.mjs';

export default {
	...e2e,
	displayName: 'exercises in n8n',
	testMatch: ['<rootDir>/test/e2e/exercise.test.ts'],
	testPathIgnorePatterns: [],
	// An exercise of an example takes a few minutes.
	testTimeout: 600_000,
};
