import { esm } from './jest.swc.mjs';

export default {
	...esm,
	displayName: 'e2e',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	// It has a configuration of its own, because it needs Redis.
	testPathIgnorePatterns: ['/queue-mode\\.test\\.ts$'],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	maxWorkers: 1,
	testTimeout: 120_000,
	// See jest.config.mjs.
	forceExit: true,
};
