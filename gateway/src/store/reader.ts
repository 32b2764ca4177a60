import { existsSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import { openPostgres } from './engine/postgres/postgres.ts';
import { sqliteDialect } from './engine/sqlite/dialect.ts';
import { openSqlite } from './engine/sqlite/sqlite.ts';
import type { Db, Schema } from './schema.ts';
import type { StoreLocation } from './engine/engine.ts';

/** A database that is only read: nothing is created and nothing is upgraded, whether a gateway runs on it or not. */
export interface Reader {
	db: Db;
	/** Throws where connections have not the sessions that they need, such as behind some connection poolers. */
	requireSessions(): Promise<void>;
	close(): Promise<void>;
}

/** Opens the database for reading; null: there is no file yet. PostgreSQL is connected to by the first query. */
export function openReader({ dataFolder, databaseUrl }: StoreLocation): Reader | null {
	if (databaseUrl !== null) {
		const { reader, indexReader, writer, requireSessions } = openPostgres(databaseUrl, {
			onError: () => undefined,
			log: () => undefined,
			isSynced: () => true,
		});
		return {
			db: reader,
			requireSessions,
			async close() {
				await Promise.all([reader.destroy(), indexReader.destroy(), writer.destroy()]);
			},
		};
	}
	const name = path.join(dataFolder, 'gateway.db');
	if (!existsSync(name)) return null;
	const file = openSqlite(name, 'read');
	return {
		db: new Kysely<Schema>({ dialect: sqliteDialect(file, 'read') }),
		requireSessions: () => Promise.resolve(),
		close() {
			file.close();
			return Promise.resolve();
		},
	};
}
