import { esm } from './jest.swc.mjs';

export default {
	...esm,
	displayName: 'e2e',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	// They have configurations of their own: one needs Redis, the other takes minutes of waiting.
	testPathIgnorePatterns: ['/queue-mode\\.test\\.ts$', '/exercise\\.test\\.ts$'],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	maxWorkers: 1,
	testTimeout: 120_000,
	// See jest.config.mjs.
	forceExit: true,
};
