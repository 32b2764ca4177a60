import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Deliveries that are claimed webhook by webhook, attempts with all that was sent and answered, secrets that are
 * being replaced, and what events and deliveries are listed and aged by.
 */
export const deliveries: Migration = {
	async up(db: Kysely<unknown>): Promise<void> {
		await sql`drop index deliveries_due`.execute(db);
		await sql`drop index deliveries_by_webhook`.execute(db);
		await db.schema
			.alterTable('deliveries')
			.addColumn('kind', 'text', (column) => column.notNull().defaultTo(''))
			.execute();
		await db.schema
			.alterTable('deliveries')
			.addColumn('test', 'integer', (column) => column.notNull().defaultTo(0))
			.execute();
		await db.schema
			.alterTable('deliveries')
			.addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
			.execute();
		await sql`update deliveries set failures = attempts,
			kind = (select events.kind from events where events.id = deliveries.event_id)`.execute(db);
		// What is due is looked up webhook by webhook, so that thousands of deliveries to one that is busy are
		// never read past; those that were never attempted apart from those that were.
		await sql`create index deliveries_first on deliveries (webhook_id, id)
			where status = 'pending' and attempts = 0`.execute(db);
		await sql`create index deliveries_again on deliveries (webhook_id, due_at, id)
			where status = 'pending' and attempts > 0 and claim_token is null`.execute(db);
		await sql`create index deliveries_claimed on deliveries (due_at) where claim_token is not null`.execute(
			db,
		);
		await sql`create index deliveries_listed on deliveries (webhook_id, status, kind, id)`.execute(db);
		await sql`create index deliveries_finished on deliveries (finished_at) where finished_at is not null`.execute(
			db,
		);
		await sql`create index events_by_age on events (created_at)`.execute(db);

		for (const column of ['request_url', 'request_headers', 'response_headers', 'response_body'] as const) {
			await db.schema.alterTable('delivery_attempts').addColumn(column, 'text').execute();
		}

		await db.schema.alterTable('webhooks').addColumn('previous_secret', 'text').execute();
		for (const column of ['previous_secret_expires_at', 'last_success_at', 'last_failure_at'] as const) {
			await db.schema.alterTable('webhooks').addColumn(column, 'bigint').execute();
		}
		await sql`create index webhooks_by_instance on webhooks (instance_id)`.execute(db);
	},
};
