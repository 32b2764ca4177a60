import { sql, type Kysely } from 'kysely';
import { textType } from './0001-baseline/text-type.ts';
import type { Step } from '../step.ts';

/** The oldest schema whose gateways work on a database of this one. */
const OLDEST_SCHEMA = 6;

/** The versions of gateways that may work on the database, and the progress of its backfills. */
export const upgrades: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`create table schema_compatibility (
			id integer primary key,
			oldest_schema integer not null,
			gateway_version ${text} not null
		)`.execute(db);
		await sql`insert into schema_compatibility (id, oldest_schema, gateway_version)
			values (1, ${sql.lit(OLDEST_SCHEMA)}, '')`.execute(db);
		await sql`create table backfills (
			name ${text} primary key,
			position ${text},
			done bigint not null,
			total bigint not null,
			finished integer not null
		)`.execute(db);
		await sql`alter table processes add column schema_number integer`.execute(db);
	},
};
