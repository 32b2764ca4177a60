import { sql } from 'kysely';
import { EVENT_KINDS } from '../../domain/event.ts';
import { minIdAt, type WebhookId } from '../../domain/ids.ts';
import type { InstanceStatus } from '../../domain/instance.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhook.ts';
import type { Db, MessageRow, WebhookRow } from '../schema.ts';

/** The newest failed messages, through a partial index of failed messages. */
export function listNewestFailures(db: Db, limit: number): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('status', '=', sql.lit('failed'))
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
}

export function countInstancesByStatus(db: Db): Promise<{ status: InstanceStatus; count: number }[]> {
	return db
		.selectFrom('instances')
		.select((eb) => ['status', eb.fn.countAll<number>().as('count')])
		.groupBy('status')
		.execute();
}

/** All webhooks, including instances' own, newest first. */
export function listAllWebhooks(db: Db): Promise<WebhookRow[]> {
	return db.selectFrom('webhooks').selectAll().where('role', '!=', 'deleted').orderBy('id', 'desc').execute();
}

/** How many deliveries of each webhook were created since a time, by status. The query reads an index only. */
export function countDeliveriesByWebhook(
	db: Db,
	since: number,
): Promise<{ webhook_id: WebhookId; status: DeliveryStatus; count: number }[]> {
	return (
		db
			.selectFrom('webhooks')
			// SQLite keeps the order of a cross join: webhook by webhook it reads the index from the given id on. It would read
			// the index of all deliveries for an inner join.
			.crossJoin('deliveries')
			.select((eb) => [
				'webhooks.id as webhook_id',
				'deliveries.status',
				eb.fn.countAll<number>().as('count'),
			])
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('webhooks.role', '!=', 'deleted')
			.where('deliveries.status', 'in', DELIVERY_STATUSES)
			.where('deliveries.kind', 'in', EVENT_KINDS)
			.where('deliveries.id', '>=', minIdAt('dlv', since))
			.groupBy(['webhooks.id', 'deliveries.status'])
			.execute()
	);
}
