import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Syncs a folder, so that a new name in it survives a power failure. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
	if (process.platform === 'win32') return;
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Does what syncFolder() does, and blocks until it is done. */
export function syncFolderSync(folder: string): void {
	if (process.platform === 'win32') return;
	const descriptor = openSync(folder, 'r');
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
