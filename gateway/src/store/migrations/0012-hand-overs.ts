import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often a message may have been taken over by a network that cannot tell a repetition. */
export const handOvers: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.alterTable('messages')
			.addColumn('hand_overs', 'integer', (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
