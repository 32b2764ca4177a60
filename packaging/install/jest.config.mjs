import path from 'node:path';
import { esm } from '../../jest.swc.mjs';

export default {
	...esm,
	rootDir: path.join(import.meta.dirname, '..', '..'),
	displayName: 'install',
	testMatch: ['<rootDir>/packaging/install/**/*.test.ts'],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	testTimeout: 300_000,
	forceExit: true,
};
