import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PLAYGROUND } from '../layout.ts';

/**
 * An installation deletes this file first and writes it last, so that it marks a finished installation. It is in
 * node_modules, so that it is deleted with that folder.
 */
const STAMP = path.join(PLAYGROUND, 'node_modules', '.playground-install');

type InstallState = 'current' | 'outdated' | 'unfinished';

/** Returns whether the n8n under playground/ matches the lock file, is another one, or is only partly installed. */
export async function installState(): Promise<InstallState> {
	const found = await readFile(STAMP, 'utf8').catch(() => undefined);
	if (found === undefined) return 'unfinished';
	return found === (await expectedStamp()) ? 'current' : 'outdated';
}

export async function deleteStamp(): Promise<void> {
	await rm(STAMP, { force: true });
}

export async function writeStamp(): Promise<void> {
	await writeFile(STAMP, await expectedStamp());
}

/** Native modules depend on Node's version and the platform, everything else on the lock file. */
async function expectedStamp(): Promise<string> {
	const lock = await readFile(path.join(PLAYGROUND, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex');
	return `${hash} ${process.version} ${process.platform}-${process.arch}\n`;
}
