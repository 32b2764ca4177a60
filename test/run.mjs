import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Builds what the tests load and runs them. `--built`: they load what is built already. `--quick` is passed to
 * jest.config.mjs, everything else to jest.
 */
const root = path.join(import.meta.dirname, '..');
const { given, options } = readOptions(process.argv.slice(2), ['--built', '--quick']);
const quick = given.has('--quick');
const env = { ...process.env, TEST_BUILT_GATEWAY: '1', ...(quick ? { TEST_QUICK: '1' } : {}) };

const build = ['gulp/bin/gulp.js', 'nodes', 'dashboard', 'gateway'];
const steps = [...(given.has('--built') ? [] : [build]), ['jest/bin/jest.js', ...options]];
for (const [tool, ...args] of steps) {
	const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
	const file = path.join(root, 'node_modules', tool);
	const { status } = spawnSync(process.execPath, [...flags, file, ...args], {
		cwd: root,
		env,
		stdio: 'inherit',
	});
	if (status !== 0) process.exit(status ?? 1);
}

/** Returns which of our own options are given, and the others. */
function readOptions(args, own) {
	return {
		given: new Set(args.filter((option) => own.includes(option))),
		options: args.filter((option) => !own.includes(option)),
	};
}
