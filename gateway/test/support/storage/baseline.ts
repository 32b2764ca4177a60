import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import path from 'node:path';
import pg from 'pg';
import { sqliteDialect } from '../../../src/store/engine/sqlite/dialect.ts';
import { openSqlite } from '../../../src/store/engine/sqlite/sqlite.ts';
import { baseline } from '../../../src/store/migrations/steps/0001-baseline/baseline.ts';
import type { Schema } from '../../../src/store/schema.ts';
import { databaseEnvironment, ON_POSTGRES, runSql } from '../database.ts';

/** Creates the database of the first release for a data folder, without later migrations. */
export async function createBaseline(folder: string): Promise<void> {
	const { DATABASE_URL } = await databaseEnvironment(folder);
	const dialect =
		DATABASE_URL === undefined
			? sqliteDialect(openSqlite(path.join(folder, 'gateway.db'), 'write'), 'write')
			: new PostgresDialect({ pool: new pg.Pool({ connectionString: DATABASE_URL, max: 1 }) });
	const db = new Kysely<Schema>({ dialect });
	try {
		const migrations = { '0001-baseline': baseline };
		const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
		const { error } = await migrator.migrateToLatest();
		if (error !== undefined) throw new Error('The baseline could not be made.', { cause: error });
	} finally {
		await db.destroy();
	}
}

/** Returns the schema of a database as the engine describes it, a line for each column, index and trigger. */
export async function describeSchema(folder: string): Promise<string[]> {
	const statement = ON_POSTGRES
		? `select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) as line
				from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
			union all select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely%'
			union all select pg_get_constraintdef(oid) || ' on ' || conrelid::regclass from pg_constraint
				where contype = 'f' and connamespace = 'public'::regnamespace
			union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`
		: `select sql as line from sqlite_master
			where sql is not null and tbl_name not like 'sqlite%' and tbl_name not like 'kysely%'`;
	const rows = await runSql(folder, statement);
	return rows.map(({ line }) => String(line).replace(/\s+/g, ' ')).sort();
}
