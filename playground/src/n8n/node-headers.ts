import { access, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CommandOptions } from '../process/command.ts';
import { ROOT } from '../layout.ts';
import { runNpm } from '../process/npm.ts';

/**
 * Calls `run` with the folder of the header files of the running Node, which native modules are built against. The npm
 * package `node` contains them, but the next `npm install` removes them; then they are downloaded to a temporary folder.
 */
export async function withNodeHeaders<T>(
	options: CommandOptions,
	run: (folder: string) => Promise<T>,
): Promise<T> {
	const installed = path.join(ROOT, 'node_modules', 'node', 'node_modules', platformPackage());
	if (await containsHeaders(installed)) return run(installed);

	const folder = await mkdtemp(path.join(os.tmpdir(), 'node-headers-'));
	try {
		const spec = `${platformPackage()}@${process.versions.node}`;
		await runNpm(['install', '--no-save', '--ignore-scripts', '--prefix', folder, spec], {
			...options,
			cwd: folder,
		});
		return await run(path.join(folder, 'node_modules', platformPackage()));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function containsHeaders(folder: string): Promise<boolean> {
	try {
		await access(path.join(folder, 'include', 'node', 'node_api.h'));
		return true;
	} catch {
		return false;
	}
}

/** Returns the name of the npm package with Node's files for this platform, as the package `node` composes it. */
function platformPackage(): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	return `${prefix}-${platform}-${process.arch}`;
}
