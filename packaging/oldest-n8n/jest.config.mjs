import path from 'node:path';
import { commonjs } from '../../jest.swc.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const packages = path.join(root, '.artifacts', 'oldest-n8n', 'node_modules');
const mapped = (name) => path.join(import.meta.dirname, name);

/** The tests that run the nodes in n8n's engine, with the libraries of the oldest n8n in place of the newest. */
export default {
	...commonjs,
	rootDir: root,
	displayName: 'oldest n8n',
	setupFiles: [
		'<rootDir>/test/nodes/support/outsideOfJest/n8n-settings.cjs',
		'<rootDir>/test/nodes/support/patientExpressions.ts',
	],
	testMatch: [
		'<rootDir>/test/nodes/{actions,descriptions,methods,operations,reply,transport,trigger}/**/*.test.ts',
	],
	moduleNameMapper: {
		'^n8n-workflow$': mapped('n8n-workflow.cjs'),
		'^n8n-core$': mapped('n8n-core.cjs'),
		'^@n8n/di$': path.join(packages, '@n8n', 'di'),
		'^reflect-metadata$': path.join(packages, 'reflect-metadata'),
	},
	reporters: ['default', '<rootDir>/test/closing-line.reporter.cjs'],
	globalSetup: '<rootDir>/test/support/scratch-folder.mjs',
	testTimeout: 300_000,
	maxWorkers: 2,
	forceExit: true,
};
