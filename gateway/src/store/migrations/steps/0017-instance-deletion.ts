import { sql, type Kysely } from 'kysely';
import type { Step } from '../step.ts';

/** Marks the instances that are being deleted, so that a deletion is completed whose gateway crashed. */
export const instanceDeletion: Step = {
	async up(db: Kysely<unknown>): Promise<void> {
		await sql`alter table instances add column deleting_at bigint`.execute(db);
	},
};
