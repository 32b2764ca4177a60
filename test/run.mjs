import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Builds what the tests load and runs them. `--quick` is passed to jest.config.mjs, everything else to jest. */
const root = path.join(import.meta.dirname, '..');
const quick = process.argv.includes('--quick');
const options = process.argv.slice(2).filter((option) => option !== '--quick');
const env = { ...process.env, TEST_BUILT_GATEWAY: '1', ...(quick ? { TEST_QUICK: '1' } : {}) };

const steps = [
	['gulp/bin/gulp.js', 'nodes', 'dashboard', 'gateway'],
	['jest/bin/jest.js', ...options],
];
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
