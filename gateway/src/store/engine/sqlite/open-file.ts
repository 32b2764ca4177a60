import path from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

/**
 * Opens a SQLite file. SQLite writes its temporary files, such as those of a large sort or of a statement that it may
 * have to undo, beside the first file that the process opens, unless SQLITE_TMPDIR names another folder: a container may
 * have no other folder to write to. SQLite reads the variable when it opens the first file.
 */
export function openSqliteFile(file: string, options: DatabaseSyncOptions): DatabaseSync {
	process.env.SQLITE_TMPDIR ??= path.dirname(file);
	return new DatabaseSync(file, options);
}
