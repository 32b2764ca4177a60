import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Returns the names of the migrations that a database has; none: it has no tables yet. */
export async function listExecutedMigrations(db: Db): Promise<string[]> {
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}
