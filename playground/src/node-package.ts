import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand, type CommandOptions } from './command.ts';
import { ROOT } from './layout.ts';
import { runNpm } from './npm.ts';

/** The name under which the nodes are published, which is the first half of every node type's name. */
export const NODE_PACKAGE = 'n8n-nodes-messaging-gateway';

/** Compiles the nodes. */
export async function buildNodePackage(logFile: string, signal?: AbortSignal): Promise<void> {
	const gulp = path.join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await runCommand(process.execPath, [gulp, 'nodes'], { cwd: ROOT, logFile, signal });
}

/**
 * Packs the compiled nodes as `npm publish` would and unpacks them where n8n keeps the community packages that its
 * users install, in place of what was there.
 */
export async function unpackNodePackage(
	userFolder: string,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> {
	const options: CommandOptions = { cwd: ROOT, logFile, signal };
	const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', NODE_PACKAGE);
	const parcel = await mkdtemp(path.join(os.tmpdir(), 'node-package-'));
	try {
		await runNpm(['pack', '--pack-destination', parcel], options);
		const [tarball] = await readdir(parcel);
		if (tarball === undefined) throw new Error('`npm pack` made no package.');
		await rm(target, { recursive: true, force: true });
		await mkdir(target, { recursive: true });
		// Named relatively: tar takes the colon of a Windows path for a remote machine.
		await runCommand('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], {
			...options,
			cwd: parcel,
		});
	} finally {
		await rm(parcel, { recursive: true, force: true });
	}
}
