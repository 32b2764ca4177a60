import { sql, type Kysely } from 'kysely';
import { engineOf } from '../engine/engine.ts';
import type { Db } from '../schema.ts';

export interface Index {
	name: string;
	/** The text after `create index <name>`, such as `on messages (chat_id) where …`. */
	on: string;
}

/**
 * Creates an index, outside of a transaction without blocking writes: PostgreSQL builds it while gateways go on. A build
 * that was interrupted leaves an invalid index, which slows writes and helps no query; it is replaced.
 */
export async function createIndex(db: Kysely<unknown>, { name, on }: Index): Promise<void> {
	if (engineOf(db as Db) === 'sqlite' || db.isTransaction) {
		await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
		return;
	}
	const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index
		where indexrelid = to_regclass(${name})`.execute(db);
	const [index] = rows;
	if (index?.valid === true) return;
	if (index !== undefined) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
	await sql`create index concurrently ${sql.id(name)} ${sql.raw(on)}`.execute(db);
}
