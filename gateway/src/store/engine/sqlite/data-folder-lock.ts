import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ExplainedError } from '../../../lib/errors/explained-error.ts';
import { explainSqliteError } from './file-error.ts';
import { identityOf } from './file-place.ts';
import { openSqliteFile } from './open-file.ts';
import { primaryCodeOf, RESULT_CODE } from './result-code.ts';

const LOCK_FILE = 'gateway.lock';

/** Another process uses the same data folder. */
export class DataFolderInUse extends ExplainedError {
	constructor(folder: string) {
		super(
			`Another gateway is running on the data folder ${folder}. Stop it, or set GATEWAY_DATA_DIR to another folder.`,
		);
		this.name = 'DataFolderInUse';
	}
}

/** The lock of a data folder. */
export interface DataFolderLock {
	/**
	 * Locks the folder again where the lock file was deleted: the lock is on the file, not on its name. Throws DataFolderInUse
	 * where another process was faster. Returns whether it had to.
	 */
	renew(): boolean;
	release: () => void;
}

/** Locks a data folder for this process. Throws DataFolderInUse where another process has locked it. */
export function lockDataFolder(dataFolder: string): DataFolderLock {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const file = path.join(dataFolder, LOCK_FILE);
	const lock = (): (() => void) => {
		const release = tryLock(file);
		if (release === null) throw new DataFolderInUse(dataFolder);
		return release;
	};
	let release = lock();
	let identity = identityOf(file);
	return {
		renew() {
			// A folder that was moved away may come back.
			if (identityOf(file) === identity || !existsSync(dataFolder)) return false;
			const releaseDeleted = release;
			release = lock();
			releaseDeleted();
			identity = identityOf(file);
			return true;
		},
		release: () => {
			release();
		},
	};
}

/**
 * Takes a shared lock on a data folder, which keeps other processes from locking it exclusively. Returns the function
 * that releases the lock. Throws DataFolderInUse where another process has locked it. On a disk without locks it does
 * nothing.
 */
export function shareDataFolder(dataFolder: string): () => void {
	let release: (() => void) | null;
	try {
		release = tryLock(path.join(dataFolder, LOCK_FILE), SHARED);
	} catch {
		return () => undefined;
	}
	if (release === null) throw new DataFolderInUse(dataFolder);
	return release;
}

/** The statements that lock a SQLite file for one process, and for several. */
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
		if (primaryCodeOf(error) === RESULT_CODE.BUSY) return null;
		throw explainSqliteError(file, error) ?? error;
	}
	const held = lock;
	return () => {
		held.close();
	};
}
