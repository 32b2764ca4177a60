import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PLAYGROUND } from './layout.ts';

/**
 * Written last by an installation and taken away first by the next one, so that a stamp means a finished
 * installation. It lies in node_modules, so that it goes when that folder is deleted.
 */
const STAMP = path.join(PLAYGROUND, 'node_modules', '.playground-install');

type InstallState = 'current' | 'outdated' | 'unfinished';

/** Says whether the n8n under playground/ is the one of the lock file, was another one, or was never finished. */
export async function installState(): Promise<InstallState> {
	const found = await readFile(STAMP, 'utf8').catch(() => undefined);
	if (found === undefined) return 'unfinished';
	return found === (await expectedStamp()) ? 'current' : 'outdated';
}

/** Notes that an installation has begun. */
export async function removeStamp(): Promise<void> {
	await rm(STAMP, { force: true });
}

/** Notes that an installation is finished. */
export async function writeStamp(): Promise<void> {
	await writeFile(STAMP, await expectedStamp());
}

/** The native parts depend on Node's version and on the machine, the rest on the lock file. */
async function expectedStamp(): Promise<string> {
	const lock = await readFile(path.join(PLAYGROUND, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex');
	return `${hash} ${process.version} ${process.platform}-${process.arch}\n`;
}
