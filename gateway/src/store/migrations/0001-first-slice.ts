import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Instances, messages, chats, events, webhooks with their deliveries, keys: all that the first slice stores. */
export const firstSlice: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await db.schema
			.createTable('api_keys')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('hash', 'text', (column) => column.notNull().unique())
			.addColumn('scopes', 'text')
			.addColumn('allowed_ips', 'text')
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('expires_at', 'bigint')
			.addColumn('revoked_at', 'bigint')
			.addColumn('last_used_at', 'bigint')
			.execute();

		await db.schema
			.createTable('instances')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('status', 'text', (column) => column.notNull())
			.addColumn('method', 'text')
			.addColumn('phone', 'text')
			.addColumn('profile_name', 'text')
			.addColumn('profile_pic_url', 'text')
			.addColumn('auto_read', 'integer', (column) => column.notNull())
			.addColumn('auto_typing', 'integer', (column) => column.notNull())
			.addColumn('qr_code', 'text')
			.addColumn('qr_expires_at', 'bigint')
			.addColumn('disconnect_reason', 'text')
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('connected_at', 'bigint')
			.addColumn('last_seen_at', 'bigint', (column) => column.notNull())
			.execute();

		await db.schema
			.createTable('instance_days')
			.addColumn('instance_id', 'text', (column) =>
				column.notNull().references('instances.id').onDelete('cascade'),
			)
			.addColumn('day', 'text', (column) => column.notNull())
			.addColumn('sent', 'integer', (column) => column.notNull())
			.addColumn('received', 'integer', (column) => column.notNull())
			.addColumn('delivered', 'integer', (column) => column.notNull())
			.addColumn('failed', 'integer', (column) => column.notNull())
			.addPrimaryKeyConstraint('instance_days_key', ['instance_id', 'day'])
			.execute();

		await db.schema
			.createTable('chats')
			.addColumn('instance_id', 'text', (column) =>
				column.notNull().references('instances.id').onDelete('cascade'),
			)
			.addColumn('id', 'text', (column) => column.notNull())
			.addColumn('phone', 'text', (column) => column.notNull())
			.addColumn('contact_name', 'text')
			.addColumn('is_group', 'integer', (column) => column.notNull())
			.addColumn('unread_count', 'integer', (column) => column.notNull())
			.addColumn('last_message_id', 'text', (column) => column.notNull())
			.addColumn('last_message_at', 'bigint', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addPrimaryKeyConstraint('chats_key', ['instance_id', 'id'])
			.execute();

		await db.schema
			.createTable('messages')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('instance_id', 'text', (column) =>
				column.notNull().references('instances.id').onDelete('cascade'),
			)
			.addColumn('chat_id', 'text', (column) => column.notNull())
			.addColumn('direction', 'text', (column) => column.notNull())
			.addColumn('type', 'text', (column) => column.notNull())
			.addColumn('content', 'text', (column) => column.notNull())
			.addColumn('sender', 'text')
			.addColumn('recipient', 'text')
			.addColumn('quoted_message_id', 'text')
			.addColumn('metadata', 'text')
			.addColumn('status', 'text', (column) => column.notNull())
			.addColumn('network_id', 'text')
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('sent_at', 'bigint')
			.addColumn('delivered_at', 'bigint')
			.addColumn('read_at', 'bigint')
			.addColumn('failed_at', 'bigint')
			.addColumn('error_code', 'text')
			.addColumn('error_message', 'text')
			.execute();
		await sql`create index messages_by_chat on messages (instance_id, chat_id, id)`.execute(db);
		await sql`create index messages_queued on messages (instance_id, id) where status = 'queued'`.execute(db);
		await sql`create index messages_unsettled on messages (instance_id, id)
			where direction = 'outbound' and status in ('sent', 'delivered')`.execute(db);
		await sql`create unique index messages_by_network_id on messages (instance_id, network_id)
			where network_id is not null`.execute(db);

		await db.schema
			.createTable('events')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('instance_id', 'text', (column) => column.notNull())
			.addColumn('kind', 'text', (column) => column.notNull())
			.addColumn('body', 'text', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.execute();

		await db.schema
			.createTable('webhooks')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('role', 'text', (column) => column.notNull())
			.addColumn('name', 'text')
			.addColumn('instance_id', 'text', (column) => column.references('instances.id').onDelete('cascade'))
			.addColumn('url', 'text', (column) => column.notNull())
			.addColumn('events', 'text', (column) => column.notNull())
			.addColumn('secret', 'text', (column) => column.notNull())
			.addColumn('status', 'text', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('last_delivery_at', 'bigint')
			.addColumn('last_delivery_status', 'text')
			.execute();
		await sql`create unique index webhooks_of_instances on webhooks (instance_id)
			where role = 'instance'`.execute(db);

		await db.schema
			.createTable('deliveries')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
			.addColumn('webhook_id', 'text', (column) =>
				column.notNull().references('webhooks.id').onDelete('cascade'),
			)
			.addColumn('status', 'text', (column) => column.notNull())
			.addColumn('attempts', 'integer', (column) => column.notNull())
			.addColumn('due_at', 'bigint', (column) => column.notNull())
			.addColumn('claim_token', 'text')
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('finished_at', 'bigint')
			.execute();
		await sql`create index deliveries_due on deliveries (due_at, id) where status = 'pending'`.execute(db);
		await sql`create index deliveries_by_webhook on deliveries (webhook_id, id)`.execute(db);
		await sql`create index deliveries_by_event on deliveries (event_id)`.execute(db);

		await db.schema
			.createTable('delivery_attempts')
			.addColumn('delivery_id', 'text', (column) =>
				column.notNull().references('deliveries.id').onDelete('cascade'),
			)
			.addColumn('number', 'integer', (column) => column.notNull())
			.addColumn('started_at', 'bigint', (column) => column.notNull())
			.addColumn('duration', 'integer', (column) => column.notNull())
			.addColumn('status_code', 'integer')
			.addColumn('error', 'text')
			.addPrimaryKeyConstraint('delivery_attempts_key', ['delivery_id', 'number'])
			.execute();

		await db.schema
			.createTable('network_sessions')
			.addColumn('instance_id', 'text', (column) =>
				column.notNull().references('instances.id').onDelete('cascade'),
			)
			.addColumn('key', 'text', (column) => column.notNull())
			.addColumn('value', 'text', (column) => column.notNull())
			.addPrimaryKeyConstraint('network_sessions_key', ['instance_id', 'key'])
			.execute();

		await db.schema
			.createTable('counters')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('value', 'integer', (column) => column.notNull())
			.execute();
	},
};
