import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { createGroupCommit, type Commit, type ObserveGroup } from './group-commit.ts';
import { migrate } from './migrations/index.ts';
import type { Db, Schema } from './schema.ts';
import type { Listen, Signal } from './signal.ts';
import { openSqlite } from './sqlite.ts';
import { sqliteUpkeep } from './sqlite-upkeep.ts';

/** What an engine needs now and then, so that its files stay about as large as what is in them. */
export interface StoreUpkeep {
	/** Bytes of the database; null where the engine does not tell. */
	size(): Promise<number | null>;
	/** Gives back a little of the room that removed rows left; true when there is more to give back. */
	reclaim(): Promise<boolean>;
	/** Ends a time of much removing: what is left to tidy up is done now, between two commits. */
	settle(): Promise<void>;
}

export interface Store {
	/** The one way to write; see GroupCommit. */
	commit: Commit;
	/** Queries that only read: they see what is committed, and never wait for a commit under way. */
	read: Db;
	/** Hears what commits announce. */
	listen: Listen;
	upkeep: StoreUpkeep;
	/** Commits what was accepted, then closes the file. */
	close(): Promise<void>;
}

/** Opens the database in the data folder, made when absent, and brings it up to date. */
export async function openStore(dataFolder: string, observe?: ObserveGroup): Promise<Store> {
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
	const publish = (signal: Signal): void => {
		for (const listener of listeners) listener(signal);
	};
	const group = createGroupCommit(writer, publish, observe);
	const read = kyselyOn(readerFile);
	return {
		commit: group.commit,
		read,
		upkeep: sqliteUpkeep({ commit: group.commit, writer, writerFile, read }),
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
