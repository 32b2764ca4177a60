import { open } from 'node:fs/promises';
import { backup, type DatabaseSync } from 'node:sqlite';
import { explainSqliteError } from '../store/engine/sqlite/file-error.ts';
import { openSqliteFile } from '../store/engine/sqlite/open-file.ts';
import type { EncryptionKeyTable } from '../store/schema.ts';
import { ENCRYPTION_KEYS, LAST_MIGRATION, MEDIA_FILES, type DatabaseSnapshot } from './snapshot.ts';

/** Milliseconds to wait for a gateway that locks the file, as at its start. */
const BUSY_TIMEOUT = 30_000;

/** Pages that are copied before signals and other work of this process are handled. */
const PAGES_AT_ONCE = 1000;

/** Opens a snapshot of a SQLite file, whether a gateway runs on it or not. */
export function openSqliteSnapshot(file: string): DatabaseSnapshot {
	const database = openSqliteFile(file, { timeout: BUSY_TIMEOUT });
	// A transaction that has read sees the same state until it ends; the copy is made in it.
	database.exec('begin');
	const { name } = database.prepare(LAST_MIGRATION).get() ?? {};
	return {
		schema: String(name),
		bytes: numberOf(database, 'page_count') * numberOf(database, 'page_size'),
		encryptionKeys: database.prepare(ENCRYPTION_KEYS).all() as unknown as EncryptionKeyTable[],
		*mediaFiles() {
			for (const row of database.prepare(MEDIA_FILES).iterate()) yield String(row.file);
		},
		async copyTo(target) {
			await backup(database, target, { rate: PAGES_AT_ONCE }).catch((error: unknown) => {
				throw explainSqliteError(target, error) ?? error;
			});
			const copy = await open(target, 'r+');
			await copy.chmod(0o600);
			await copy.close();
		},
		close() {
			database.close();
			return Promise.resolve();
		},
	};
}

function numberOf(database: DatabaseSync, pragma: 'page_count' | 'page_size'): number {
	return Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);
}
