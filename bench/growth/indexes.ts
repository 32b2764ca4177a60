import type { Database } from './database.ts';

/** Runs `fill` without the indexes of these tables, and creates them again: that is faster than keeping them. */
export async function withoutIndexes(
	database: Database,
	tables: readonly string[],
	fill: () => Promise<void>,
): Promise<void> {
	const names = tables.map((table) => `'${table}'`).join(', ');
	const isPostgres = database.engine === 'postgres';
	// Those of primary keys are part of their table.
	const from = isPostgres
		? `from pg_indexes where schemaname = current_schema() and tablename in (${names}) and indexname not like '%_pkey' order by indexname`
		: `from sqlite_master where type = 'index' and tbl_name in (${names}) and sql is not null order by name`;
	const indexes = await database.texts(`select ${isPostgres ? 'indexname' : 'name'} ${from}`);
	const definitions = await database.texts(`select ${isPostgres ? 'indexdef' : 'sql'} ${from}`);
	for (const index of indexes) await database.execute(`drop index ${index}`);
	await fill();
	for (const definition of definitions) await database.execute(definition);
}
