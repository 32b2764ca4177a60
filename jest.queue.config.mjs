import e2e from './jest.e2e.config.mjs';

export default {
	...e2e,
	displayName: 'queue mode',
	testMatch: ['<rootDir>/test/e2e/queue-mode.test.ts'],
	testPathIgnorePatterns: [],
};
