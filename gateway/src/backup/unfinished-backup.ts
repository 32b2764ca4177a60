import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tryLock } from '../store/engine/sqlite/data-folder-lock.ts';

/** The folder of a backup that is being made, within the data folder and within the media folder. */
const STAGE = 'backup-draft';
/** Within the data folder; names the incomplete file of the backup that is being made. */
const RECORD = 'backup-draft.txt';

/** Where a backup keeps the files that it is made of. */
export interface StageFolders {
	stage: string;
	/** Within the media folder, because hard links are possible in its file system only. */
	mediaStage: string;
}

/** The folders in which a backup of a data folder is put together. */
export function stageFoldersOf(dataFolder: string): StageFolders {
	return { stage: path.join(dataFolder, STAGE), mediaStage: path.join(dataFolder, 'media', STAGE) };
}

function allFoldersOf(dataFolder: string): string[] {
	const { stage, mediaStage } = stageFoldersOf(dataFolder);
	return [stage, mediaStage];
}

/** Removes the files that a backup is made of. */
export async function clearStage(dataFolder: string): Promise<void> {
	for (const folder of allFoldersOf(dataFolder)) {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Locks a data folder for a backup. Returns the function that releases the lock; null: another backup is being made. */
export function tryLockForBackup(dataFolder: string): (() => void) | null {
	return tryLock(path.join(dataFolder, 'backup.lock'));
}

/** Writes to a new file, whose name is recorded meanwhile: the file may be in any folder, where nobody would look for it. */
export async function withRecord<T>(dataFolder: string, draft: string, write: () => Promise<T>): Promise<T> {
	const record = path.join(dataFolder, RECORD);
	await writeFile(record, draft, { mode: 0o600, flush: true });
	try {
		return await write();
	} finally {
		await rm(record, { force: true });
	}
}

/**
 * Removes the leftovers of a killed backup: its staged files and its incomplete file. The caller must hold the lock.
 * Returns whether it removed anything.
 */
export async function removeUnfinishedBackup(dataFolder: string): Promise<boolean> {
	const isStaged = allFoldersOf(dataFolder).some((folder) => existsSync(folder));
	await clearStage(dataFolder);
	const record = path.join(dataFolder, RECORD);
	if (!existsSync(record)) return isStaged;
	const draft = await readFile(record, 'utf8');
	// The disk of the file may not be mounted here; then the record stays for the next backup.
	if (!existsSync(path.dirname(draft))) return isStaged;
	await rm(draft, { force: true });
	await rm(record);
	return true;
}

/** Calls `removeUnfinishedBackup` unless a backup is being made. Returns whether it removed anything. */
export async function removeKilledBackup(dataFolder: string): Promise<boolean> {
	const traces = [path.join(dataFolder, RECORD), ...allFoldersOf(dataFolder)];
	if (!traces.some((trace) => existsSync(trace))) return false;
	const unlock = tryLockForBackup(dataFolder);
	if (unlock === null) return false;
	try {
		return await removeUnfinishedBackup(dataFolder);
	} finally {
		unlock();
	}
}
