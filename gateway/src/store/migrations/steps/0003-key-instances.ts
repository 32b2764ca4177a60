import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textType } from './0001-baseline/text-type.ts';

/** Keys that are limited to instances, and who uploaded a file. */
export const keyInstances: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		const text = textType(db);
		await sql`alter table api_keys add column instance_ids ${text}`.execute(db);
		await sql`alter table uploads add column actor ${text}`.execute(db);
	},
};
