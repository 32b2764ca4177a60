import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes this process the only gateway on a data folder. The lock is the kernel's, on a small SQLite file, so it
 * ends with the process however that ends; a PID file would outlive a kill.
 * Gives the function that releases it, or null when another process holds it.
 */
export function lockDataFolder(dataFolder: string): (() => void) | null {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const lock = new DatabaseSync(path.join(dataFolder, 'gateway.lock'), { timeout: 0 });
	try {
		lock.exec('begin exclusive');
	} catch (error) {
		lock.close();
		if (isBusy(error)) return null;
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
