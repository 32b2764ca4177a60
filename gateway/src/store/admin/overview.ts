import { sql } from 'kysely';
import { minIdAt, type WebhookId } from '../../domain/ids.ts';
import type { InstanceStatus } from '../../domain/instances/instance.ts';
import { DELIVERY_STATUSES, HIDDEN_ROLES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import { IS_IN_CHAT } from '../messages/scheduled-messages.ts';
import type { Db, MessageRow, WebhookRow } from '../schema.ts';
import { selectWebhooks } from '../webhooks/last-deliveries.ts';

/** The newest failed messages, through a partial index of failed messages. */
export function listNewestFailures(db: Db, limit: number): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('status', '=', sql.lit('failed'))
		.where(IS_IN_CHAT)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
}

/** The number of instances with each status that an instance has. */
export function countInstancesByStatus(db: Db): Promise<{ status: InstanceStatus; count: number }[]> {
	return db
		.selectFrom('instances')
		.select((eb) => ['status', eb.fn.countAll<number>().as('count')])
		.groupBy('status')
		.execute();
}

/** All webhooks, including instances' own, newest first. */
export function listAllWebhooks(db: Db): Promise<WebhookRow[]> {
	return selectWebhooks(db).where('role', 'not in', HIDDEN_ROLES).orderBy('id', 'desc').execute();
}

/** How many deliveries of each webhook were created since a time, by status. The query reads an index only. */
export function countDeliveriesByWebhook(
	db: Db,
	since: number,
): Promise<{ webhook_id: WebhookId; status: DeliveryStatus; count: number }[]> {
	return (
		db
			.selectFrom('webhooks')
			// A cross join, because SQLite then searches the index for each webhook, and does not scan it.
			.crossJoin('deliveries')
			.select((eb) => ['deliveries.webhook_id', 'deliveries.status', eb.fn.countAll<number>().as('count')])
			.whereRef('deliveries.webhook_id', '=', 'webhooks.id')
			.where('webhooks.role', 'not in', HIDDEN_ROLES)
			.where('deliveries.status', 'in', DELIVERY_STATUSES)
			.where('deliveries.id', '>=', minIdAt('dlv', since))
			.groupBy(['deliveries.webhook_id', 'deliveries.status'])
			.execute()
	);
}
