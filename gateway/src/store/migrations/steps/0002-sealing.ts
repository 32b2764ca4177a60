import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textType } from './0001-baseline/text-type.ts';

/** The data key that seals secrets in the database, once for each key that opens it. */
export const sealing: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`create table encryption_keys (
			id ${text} primary key,
			wrapped_data_key ${text} not null,
			created_at bigint not null
		)`.execute(db);
	},
};
