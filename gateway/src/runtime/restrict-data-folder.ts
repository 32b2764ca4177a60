import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkDataFolder } from './check-data-folder.ts';

/** The gateway's own files in its data folder; the operator may store other files there. */
const OWN_FILES = /^(gateway\.(db|lock)(-[a-z]+)?|encryption\.key.*)$/;
const OWN_FOLDERS = new Set(['media', 'backups']);

/** The permission bits of other accounts. */
const OTHERS = 0o077;

/**
 * Creates the data folder for this account only, and takes the access of other accounts away from a folder that exists
 * and from the gateway's files in it, as earlier versions created them. Returns a sentence where the folder belongs to
 * another account, or where its permissions cannot be changed; else null. Throws DataFolderUnusable.
 */
export function restrictDataFolder(folder: string): string | null {
	checkDataFolder(folder);
	const account = process.getuid?.();
	// Windows has access lists instead.
	if (account === undefined) return null;
	const { uid, mode } = statSync(folder);
	try {
		chmodSync(folder, 0o700);
		for (const entry of readdirSync(folder)) {
			// In a folder that was closed before, nobody else can have reached the files of its folders.
			if (OWN_FILES.test(entry)) restrict(path.join(folder, entry));
			else if (OWN_FOLDERS.has(entry) && (mode & OTHERS) !== 0) restrict(path.join(folder, entry));
		}
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return `Other accounts of this machine may be able to read the data folder ${folder}: its permissions could not be changed (${why}). Make the account that runs the gateway its owner.`;
	}
	if (uid === account) return null;
	return `The data folder ${folder} belongs to another account of this machine (uid ${uid}), which can read it. Make the account that runs the gateway its owner.`;
}

/** Restricts a file, or a folder with all its content. Does not follow symbolic links. */
function restrict(entry: string): void {
	const stats = lstatSync(entry);
	if (stats.isFile() && (stats.mode & OTHERS) !== 0) chmodSync(entry, 0o600);
	if (!stats.isDirectory()) return;
	chmodSync(entry, 0o700);
	for (const inner of readdirSync(entry)) restrict(path.join(entry, inner));
}
