import { esm } from './jest.swc.mjs';

export default {
	...esm,
	displayName: 'attack',
	testMatch: ['<rootDir>/attack/**/*.test.ts'],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	// See jest.config.mjs.
	globalSetup: '<rootDir>/test/support/scratch-folder.mjs',
	testTimeout: 300_000,
	// Floods measure the memory of a gateway: one at a time.
	maxWorkers: 1,
	forceExit: true,
};
