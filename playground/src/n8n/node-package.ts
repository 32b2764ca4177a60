import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../build.ts';
import { ROOT } from '../layout.ts';
import { runCommand, type CommandOptions } from '../process/command.ts';
import { runNpm } from '../process/npm.ts';

/** The name of the npm package, which is the prefix of every node type's name. */
export const NODE_PACKAGE = 'n8n-nodes-messaging-gateway';

/** Compiles the nodes unless the build is newer than their sources. */
export async function ensureNodePackage(logFile: string, signal?: AbortSignal): Promise<void> {
	const build = {
		task: 'nodes',
		progress: 'Building the nodes',
		sources: ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json'],
		built: path.join('dist', 'sbom.cdx.json'),
	};
	await ensureBuilt(build, logFile, signal);
}

/**
 * Packs the compiled nodes and unpacks them into n8n's folder of community packages, replacing an earlier version.
 */
export async function unpackNodePackage(
	userFolder: string,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> {
	const options: CommandOptions = { cwd: ROOT, logFile, signal };
	const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', NODE_PACKAGE);
	const packFolder = await mkdtemp(path.join(os.tmpdir(), 'node-package-'));
	try {
		// Without its scripts, which exchange the README of the repository in the meantime.
		await runNpm(['pack', '--ignore-scripts', '--pack-destination', packFolder], options);
		const [tarball] = await readdir(packFolder);
		if (tarball === undefined) throw new Error('`npm pack` created no package.');
		await rm(target, { recursive: true, force: true });
		await mkdir(target, { recursive: true });
		// A relative path, because tar interprets the colon of a Windows path as a host name.
		await runCommand('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], {
			...options,
			cwd: packFolder,
		});
	} finally {
		await rm(packFolder, { recursive: true, force: true });
	}
}
