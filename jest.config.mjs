import { commonjs, esm } from './jest.swc.mjs';

export default {
	projects: [
		{ ...commonjs, displayName: 'nodes', testMatch: ['<rootDir>/test/nodes/**/*.test.ts'] },
		{ ...esm, displayName: 'gateway', testMatch: ['<rootDir>/gateway/test/**/*.test.ts'] },
		{ ...esm, displayName: 'chaos', testMatch: ['<rootDir>/chaos/test/**/*.test.ts'] },
		{ ...esm, displayName: 'bench', testMatch: ['<rootDir>/bench/test/**/*.test.ts'] },
	],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	testTimeout: 30_000,
};
