import os from 'node:os';
import { commonjs, esm } from './jest.swc.mjs';
import { LEFT_OUT_WHEN_QUICK } from './test/support/left-out.mjs';

// See test/run.mjs.
const leftOut = process.env.TEST_QUICK === undefined ? [] : LEFT_OUT_WHEN_QUICK;

export default {
	projects: [
		{
			...commonjs,
			displayName: 'nodes',
			setupFiles: ['<rootDir>/test/nodes/support/patientExpressions.ts'],
			moduleNameMapper: {
				'^n8n-(core|workflow)$': '<rootDir>/test/nodes/support/outsideOfJest/n8n-$1.cjs',
				'^@n8n/di$': '<rootDir>/test/nodes/support/outsideOfJest/n8n-di.cjs',
			},
			testMatch: ['<rootDir>/test/nodes/**/*.test.ts'],
			testPathIgnorePatterns: leftOut,
		},
		{
			...esm,
			displayName: 'gateway',
			testMatch: ['<rootDir>/gateway/test/**/*.test.ts'],
			// What only one of the engines can do is tested on that engine; see `npm run test:postgres`.
			testPathIgnorePatterns: [
				process.env.TEST_POSTGRES_URL === undefined ? '/test/postgres/' : '/test/sqlite/',
				...leftOut,
			],
		},
		{ ...esm, displayName: 'scenarios', testMatch: ['<rootDir>/scenarios/test/**/*.test.ts'] },
		{ ...esm, displayName: 'chaos', testMatch: ['<rootDir>/chaos/test/**/*.test.ts'] },
		{ ...esm, displayName: 'fuzz', testMatch: ['<rootDir>/fuzz/test/**/*.test.ts'] },
		{ ...esm, displayName: 'scale-model', testMatch: ['<rootDir>/scale-model/test/**/*.test.ts'] },
		{ ...esm, displayName: 'supply-chain', testMatch: ['<rootDir>/supply-chain/test/**/*.test.ts'] },
		{ ...esm, displayName: 'packaging', testMatch: ['<rootDir>/packaging/test/**/*.test.ts'] },
		{ ...esm, displayName: 'bench', testMatch: ['<rootDir>/bench/test/**/*.test.ts'] },
		{ ...esm, displayName: 'docs', testMatch: ['<rootDir>/docs/test/**/*.test.ts'] },
		{ ...esm, displayName: 'site', testMatch: ['<rootDir>/site/test/**/*.test.ts'] },
	],
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	testSequencer: '<rootDir>/test/longest-first.sequencer.cjs',
	// See test/support/scratch-folder.mjs.
	globalSetup: '<rootDir>/test/support/scratch-folder.mjs',
	// Longer than `until` is patient, so that a test says what it waited for.
	testTimeout: 300_000,
	// Much of the time is spent waiting for other processes: gateways, browsers, stand-ins.
	maxWorkers: Math.max(3, os.availableParallelism()),
	// Each file leaves something of its modules behind.
	workerIdleMemoryLimit: '1GB',
	// A test that fails half-way may leave a server open, which must not keep the run from ending.
	forceExit: true,
};
