import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../playground/src/layout.ts';
import type { Engine } from './engine.ts';
import { NODE_IMAGE } from './stand-ins.ts';

const run = promisify(execFile);

/** Images to test in place of those that the source is built to, such as the ones of two releases. */
const { TEST_IMAGE, TEST_IMAGE_OLDER } = process.env;
const CONTAINERFILE = path.join('deploy', 'Containerfile');

export async function buildGatewayImage(engine: Engine, tag: string, ...options: string[]): Promise<string> {
	if (TEST_IMAGE !== undefined && options.length === 0) return TEST_IMAGE;
	return build(engine, tag, ROOT, options);
}

/** Builds the image of an older commit; null: this copy of the repository does not have it. */
export async function buildOlderImage(engine: Engine, tag: string, commit: string): Promise<string | null> {
	if (TEST_IMAGE_OLDER !== undefined) return TEST_IMAGE_OLDER;
	const folder = path.join(engine.folder, 'contexts', commit);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const archive = path.join(engine.folder, `${commit}.tar`);
	try {
		await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
	} catch {
		return null;
	}
	await run('tar', ['-xf', archive, '-C', folder]);
	return build(engine, tag, folder, []);
}

/** Reads a file as an older commit has it. */
export async function readOlder(commit: string, file: string): Promise<string> {
	const { stdout } = await run('git', ['show', `${commit}:${file}`], { cwd: ROOT });
	return stdout;
}

async function build(engine: Engine, name: string, folder: string, options: string[]): Promise<string> {
	const tag = `localhost/${name}`;
	const file = ['--file', path.join(folder, CONTAINERFILE), '--build-arg', `NODE_IMAGE=${NODE_IMAGE}`];
	await engine.build(tag, folder, ...file, ...options);
	return tag;
}
