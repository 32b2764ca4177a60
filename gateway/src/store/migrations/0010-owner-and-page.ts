import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The owner with the sessions on the gateway's page, by what keys are told apart there, and what the page's first
 * screen is read by: what instances do each hour, and the messages that failed.
 */
export const ownerAndPage: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.createTable('owner')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('password_hash', 'text', (column) => column.notNull())
			.addColumn('changed_at', 'bigint', (column) => column.notNull())
			.execute();
		await db.schema
			.createTable('setup_links')
			.addColumn('hash', 'text', (column) => column.primaryKey())
			.addColumn('expires_at', 'bigint', (column) => column.notNull())
			.execute();
		await db.schema
			.createTable('sessions')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('hash', 'text', (column) => column.notNull().unique())
			.addColumn('address', 'text', (column) => column.notNull())
			.addColumn('user_agent', 'text')
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('last_used_at', 'bigint', (column) => column.notNull())
			.addColumn('expires_at', 'bigint', (column) => column.notNull())
			.execute();
		await db.schema.alterTable('api_keys').addColumn('hint', 'text').execute();
		await sql`alter table instance_days rename to instance_hours`.execute(db);
		await sql`alter table instance_hours rename column day to hour`.execute(db);
		await db.schema
			.alterTable('instance_hours')
			.addColumn('read', 'integer', (column) => column.notNull().defaultTo(0))
			.execute();
		await sql`create index messages_failed on messages (id) where status = 'failed'`.execute(db);
	},
};
