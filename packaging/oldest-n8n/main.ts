// `npm run test:oldest-n8n`: installs the libraries of the oldest n8n once, checks the types of the nodes with them, and
// runs the tests of the nodes in that engine. Arguments go to Jest.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../manifest.ts';
import { typeErrors } from './type-errors.ts';

const CACHE = path.join(ROOT, '.artifacts', 'oldest-n8n');
/** Written last, so that an interrupted installation is repeated. */
const STAMP = path.join(CACHE, 'node_modules', '.installed');

/** Tests of features of later n8n versions. */
const OF_LATER_VERSIONS = 'sends files of a workflow that keeps them in the JSON';

/** Runs a program with its output on the terminal; a failure ends this one. */
function run(command: string, args: string[], cwd: string): void {
	const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
	if (error) throw error;
	if (status !== 0) process.exit(status ?? 1);
}

function install(): void {
	const wanted = readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8');
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
	process.stdout.write('Installing the libraries of n8n 1.108.0 (once, half a minute) …\n');
	mkdirSync(CACHE, { recursive: true });
	cpSync(path.join(import.meta.dirname, 'package.json'), path.join(CACHE, 'package.json'));
	run('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], CACHE);
	writeFileSync(STAMP, wanted);
}

install();
const { errors, ignored } = typeErrors(path.join(CACHE, 'node_modules', 'n8n-workflow'));
if (ignored.length > 0) {
	process.stdout.write(`n8n 1.108.0 does not know, and ignores: ${ignored.join(', ')}.\n`);
}
if (errors.length > 0) {
	process.stderr.write(`The nodes use what n8n 1.108.0 does not have:\n${errors.join('\n')}\n`);
	process.exit(1);
}
const tool = (name: string) => path.join(ROOT, 'node_modules', name);
run(process.execPath, [tool('gulp/bin/gulp.js'), 'nodes'], ROOT);
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const config = ['--config', path.join(import.meta.dirname, 'jest.config.mjs')];
const selected = process.argv.slice(2);
const others = selected.includes('-t') ? [] : ['-t', `^(?!.*${OF_LATER_VERSIONS})`];
run(process.execPath, [...flags, tool('jest/bin/jest.js'), ...config, ...others, ...selected], ROOT);
