import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ExplainedError } from '../../../lib/explained-error.ts';
import { explainSqliteError } from './file-error.ts';
import { openSqliteFile } from './open-file.ts';

/** Another process uses the same data folder. */
export class DataFolderInUse extends ExplainedError {
	constructor(folder: string) {
		super(
			`Another gateway is running on the data folder ${folder}. Stop it, or set GATEWAY_DATA_DIR to another folder.`,
		);
		this.name = 'DataFolderInUse';
	}
}

/**
 * Locks a data folder for this process. Returns the function that releases the lock. Throws DataFolderInUse where another
 * process holds it.
 */
export function lockDataFolder(dataFolder: string): () => void {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const release = tryLock(path.join(dataFolder, 'gateway.lock'));
	if (release === null) throw new DataFolderInUse(dataFolder);
	return release;
}

/**
 * Takes a shared lock on a data folder, which keeps other processes from locking it exclusively. Returns the function
 * that releases the lock. Throws DataFolderInUse where another process has locked it. On a disk without locks it does
 * nothing.
 */
export function shareDataFolder(dataFolder: string): () => void {
	let release: (() => void) | null;
	try {
		release = tryLock(path.join(dataFolder, 'gateway.lock'), SHARED);
	} catch {
		return () => undefined;
	}
	if (release === null) throw new DataFolderInUse(dataFolder);
	return release;
}

/** What locks a SQLite file for one process, and for several. */
const EXCLUSIVE = 'begin exclusive';
const SHARED = 'begin; select 1 from sqlite_schema';

/**
 * Locks a small SQLite file by a kernel lock, so that it ends with the process in every case; a PID file would remain
 * after a kill. Returns the function that releases the lock; null: another process holds it.
 */
export function tryLock(file: string, how = EXCLUSIVE): (() => void) | null {
	let lock: DatabaseSync | null = null;
	try {
		lock = openSqliteFile(file, { timeout: 0 });
		lock.exec(how);
	} catch (error) {
		lock?.close();
		if (isBusy(error)) return null;
		throw explainSqliteError(file, error) ?? error;
	}
	const held = lock;
	return () => {
		held.close();
	};
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
