import path from 'node:path';
import { esm } from '../jest.swc.mjs';

export default {
	...esm,
	rootDir: path.join(import.meta.dirname, '..'),
	displayName: 'deploy',
	testMatch: ['<rootDir>/deploy/test/**/*.test.ts'],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	maxWorkers: 1,
	testTimeout: 300_000,
	forceExit: true,
};
