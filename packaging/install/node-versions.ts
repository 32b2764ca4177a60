import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../manifest.ts';

const run = promisify(execFile);

/** The npm that belongs to the tests; n8n's images and most hosts have a similar one. */
const NPM = process.env.npm_execpath;

/** Returns the path of a Node.js of this major version: the running one, or one of the npm registry, kept in a cache. */
export async function nodeOfVersion(major: number): Promise<string> {
	if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
	const folder = path.join(ROOT, '.artifacts', `node-${major}`);
	const file = path.join(folder, 'node_modules', 'node', 'bin', 'node');
	if (!existsSync(file)) {
		await mkdir(folder, { recursive: true });
		// The package fetches its program in an install script, which the .npmrc of the repository does not let run.
		const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-strict-allow-scripts'];
		await run('npm', ['install', ...options, `node@${major}`], { cwd: folder });
	}
	return file;
}

/** Runs npm with a Node.js; resolves with its output. */
export async function npmWith(node: string, args: string[], cwd: string): Promise<string> {
	const env = { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };
	if (NPM === undefined) throw new Error('Run the tests of the installation by `npm run test:install`.');
	return (await run(node, [NPM, ...args], { cwd, env })).stdout;
}
