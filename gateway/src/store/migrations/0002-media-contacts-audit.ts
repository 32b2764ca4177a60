import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Media and templates of messages, contacts, idempotency keys, and the audit log. */
export const mediaContactsAudit: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		for (const column of [
			'media_url',
			'media_file',
			'mime_type',
			'filename',
			'caption',
			'template',
		] as const) {
			await db.schema.alterTable('messages').addColumn(column, 'text').execute();
		}

		await db.schema
			.createTable('uploads')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('file', 'text', (column) => column.notNull())
			.addColumn('media_type', 'text', (column) => column.notNull())
			.addColumn('mime_type', 'text', (column) => column.notNull())
			.addColumn('filename', 'text')
			.addColumn('size', 'bigint', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.execute();

		await db.schema
			.createTable('contacts')
			.addColumn('instance_id', 'text', (column) =>
				column.notNull().references('instances.id').onDelete('cascade'),
			)
			.addColumn('phone', 'text', (column) => column.notNull())
			.addColumn('name', 'text')
			.addColumn('sort_name', 'text', (column) => column.notNull())
			.addColumn('profile_pic_url', 'text')
			.addColumn('about', 'text')
			.addColumn('is_business', 'integer', (column) => column.notNull())
			.addColumn('is_blocked', 'integer', (column) => column.notNull())
			.addPrimaryKeyConstraint('contacts_key', ['instance_id', 'phone'])
			.execute();
		await sql`create index contacts_by_name on contacts (instance_id, sort_name, phone)`.execute(db);

		await db.schema
			.createTable('idempotency_keys')
			.addColumn('api_key_id', 'text', (column) => column.notNull())
			.addColumn('key', 'text', (column) => column.notNull())
			.addColumn('request_hash', 'text', (column) => column.notNull())
			.addColumn('response', 'text', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addPrimaryKeyConstraint('idempotency_keys_key', ['api_key_id', 'key'])
			.execute();
		await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db);

		await db.schema
			.createTable('audit_log')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('at', 'bigint', (column) => column.notNull())
			.addColumn('actor', 'text', (column) => column.notNull())
			.addColumn('action', 'text', (column) => column.notNull())
			.addColumn('subject', 'text', (column) => column.notNull())
			.addColumn('details', 'text')
			.execute();
	},
};
