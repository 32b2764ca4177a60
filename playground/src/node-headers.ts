import { access, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CommandOptions } from './command.ts';
import { ROOT } from './layout.ts';
import { runNpm } from './npm.ts';

/**
 * Does some work with the folder that holds the headers of the running Node, which native modules are built
 * against. The npm package `node` brings them along, but the next `npm install` prunes them again; then they are
 * fetched anew, for as long as the work takes.
 */
export async function withNodeHeaders<T>(
	options: CommandOptions,
	work: (folder: string) => Promise<T>,
): Promise<T> {
	const installed = path.join(ROOT, 'node_modules', 'node', 'node_modules', platformPackage());
	if (await hasHeaders(installed)) return work(installed);

	const folder = await mkdtemp(path.join(os.tmpdir(), 'node-headers-'));
	try {
		const wanted = `${platformPackage()}@${process.versions.node}`;
		await runNpm(['install', '--no-save', '--ignore-scripts', '--prefix', folder, wanted], {
			...options,
			cwd: folder,
		});
		return await work(path.join(folder, 'node_modules', platformPackage()));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function hasHeaders(folder: string): Promise<boolean> {
	try {
		await access(path.join(folder, 'include', 'node', 'node_api.h'));
		return true;
	} catch {
		return false;
	}
}

/** The npm package with Node's files for this machine: the same name as the package `node` makes of it. */
function platformPackage(): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	return `${prefix}-${platform}-${process.arch}`;
}
