import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { createGroupCommit, type Commit } from './group-commit.ts';
import { migrate } from './migrations/index.ts';
import type { Db, Schema } from './schema.ts';
import type { Listen, Signal } from './signal.ts';
import { openSqlite } from './sqlite.ts';

export interface Store {
	/** The one way to write; see GroupCommit. */
	commit: Commit;
	/** Queries that only read: they see what is committed, and never wait for a commit under way. */
	read: Db;
	/** Hears what commits announce. */
	listen: Listen;
	/** Commits what was accepted, then closes the file. */
	close(): Promise<void>;
}

/** Opens the database in the data folder, made when absent, and brings it up to date. */
export async function openStore(dataFolder: string): Promise<Store> {
	mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const file = path.join(dataFolder, 'gateway.db');
	const writerFile = openSqlite(file, 'write');
	const writer = kyselyOn(writerFile);
	try {
		await migrate(writer);
	} catch (error) {
		writerFile.close();
		throw error;
	}
	const readerFile = openSqlite(file, 'read');

	const listeners = new Set<(signal: Signal) => void>();
	const group = createGroupCommit(writer, (signal) => {
		for (const listener of listeners) listener(signal);
	});
	return {
		commit: group.commit,
		read: kyselyOn(readerFile),
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async close() {
			await group.close();
			readerFile.close();
			writerFile.close();
		},
	};
}

function kyselyOn(database: SqliteDatabase): Db {
	return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}
