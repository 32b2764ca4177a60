import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExplainedError } from '../../../lib/explained-error.ts';

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
 * Locks a data folder for this process. The lock is a kernel lock on a small SQLite file, so it ends with the process
 * in every case; a PID file would remain after a kill. Returns the function that releases the lock. Throws
 * DataFolderInUse where another process holds it.
 */
export function lockDataFolder(dataFolder: string): () => void {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const lock = new DatabaseSync(path.join(dataFolder, 'gateway.lock'), { timeout: 0 });
	try {
		lock.exec('begin exclusive');
	} catch (error) {
		lock.close();
		if (isBusy(error)) throw new DataFolderInUse(dataFolder);
		throw error;
	}
	return () => {
		lock.close();
	};
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
