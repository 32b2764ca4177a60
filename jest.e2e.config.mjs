import { esm } from './jest.swc.mjs';

export default {
	...esm,
	displayName: 'e2e',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	// They have configurations of their own: one needs Redis, the other takes minutes of waiting.
	testPathIgnorePatterns: ['/queue-mode\\.test\\.ts$', '/exercise\\.test\\.ts$'],
	testSequencer: '<rootDir>/test/longest-first.sequencer.cjs',
	globalSetup: '<rootDir>/test/e2e/support/install-n8n.ts',
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	// Each file has an n8n of its own, for which it waits more than half of the time.
	maxWorkers: 2,
	testTimeout: 120_000,
	// See jest.config.mjs.
	forceExit: true,
};
