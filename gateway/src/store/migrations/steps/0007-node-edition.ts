import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textType } from './0001-baseline/text-type.ts';

/** The receiver's process that handles an event. */
export const nodeEdition: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await sql`alter table deliveries add column claimed_by ${textType(db)}`.execute(db);
	},
};
