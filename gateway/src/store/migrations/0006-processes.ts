import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The gateways that share a database, and which of them drives which instance. */
export const processes: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.createTable('processes')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('number', 'integer', (column) => column.notNull())
			.addColumn('url', 'text', (column) => column.notNull())
			.addColumn('secret', 'text', (column) => column.notNull())
			.addColumn('seen_at', 'bigint', (column) => column.notNull())
			.execute();
		await db.schema
			.createTable('instance_leases')
			.addColumn('instance_id', 'text', (column) =>
				column.primaryKey().references('instances.id').onDelete('cascade'),
			)
			.addColumn('owner', 'text', (column) => column.notNull())
			.addColumn('epoch', 'integer', (column) => column.notNull())
			.execute();
		await db.schema.createIndex('instance_leases_by_owner').on('instance_leases').column('owner').execute();
	},
};
