import { commonjs, esm } from './jest.swc.mjs';

export default {
	projects: [
		{ ...commonjs, displayName: 'nodes', testMatch: ['<rootDir>/test/nodes/**/*.test.ts'] },
		{
			...esm,
			displayName: 'gateway',
			testMatch: ['<rootDir>/gateway/test/**/*.test.ts'],
			// What only one of the engines can do is tested on that engine; see `npm run test:postgres`.
			testPathIgnorePatterns: [
				process.env.TEST_POSTGRES_URL === undefined ? '/test/postgres/' : '/test/sqlite/',
			],
		},
		{ ...esm, displayName: 'scenarios', testMatch: ['<rootDir>/scenarios/test/**/*.test.ts'] },
		{ ...esm, displayName: 'chaos', testMatch: ['<rootDir>/chaos/test/**/*.test.ts'] },
		{ ...esm, displayName: 'fuzz', testMatch: ['<rootDir>/fuzz/test/**/*.test.ts'] },
		{ ...esm, displayName: 'bench', testMatch: ['<rootDir>/bench/test/**/*.test.ts'] },
	],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	testTimeout: 60_000,
	// A test that fails half-way may leave a server open, which must not keep the run from ending.
	forceExit: true,
};
