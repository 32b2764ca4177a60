import type { EventKind } from '../domain/event.ts';
import type { InstanceId, WebhookId } from '../domain/ids.ts';
import type { WebhookStatus } from '../domain/webhook.ts';
import type { Db, WebhookRow } from './schema.ts';

export async function insertWebhook(db: Db, webhook: WebhookRow): Promise<void> {
	await db.insertInto('webhooks').values(webhook).execute();
}

/** A webhook made through the API; an instance's own is reached through its instance. */
export function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
	return db
		.selectFrom('webhooks')
		.selectAll()
		.where('id', '=', id as WebhookId)
		.where('role', '=', 'registered')
		.executeTakeFirst();
}

/** Webhooks made through the API, newest first. */
export function listWebhooks(
	db: Db,
	filter: { instanceId: string | undefined; status: WebhookStatus | undefined },
): Promise<WebhookRow[]> {
	let query = db.selectFrom('webhooks').selectAll().where('role', '=', 'registered');
	if (filter.instanceId !== undefined) {
		query = query.where('instance_id', '=', filter.instanceId as InstanceId);
	}
	if (filter.status !== undefined) query = query.where('status', '=', filter.status);
	return query.orderBy('id', 'desc').execute();
}

export async function updateWebhook(
	db: Db,
	id: WebhookId,
	changes: Partial<Omit<WebhookRow, 'id'>>,
): Promise<void> {
	await db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

/** Deletes a webhook and with it its deliveries. Gives false when there is no such one. */
export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
	const result = await db
		.deleteFrom('webhooks')
		.where('id', '=', id as WebhookId)
		.where('role', '=', 'registered')
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

/**
 * The active webhooks that want an event of this kind from this instance. An instance's own webhook without a
 * list of events wants all of them. Kinds hold no character that a pattern or JSON would treat specially.
 */
export function listWebhooksWanting(
	db: Db,
	kind: EventKind,
	instanceId: InstanceId,
): Promise<Pick<WebhookRow, 'id'>[]> {
	return db
		.selectFrom('webhooks')
		.select('id')
		.where('status', '=', 'active')
		.where((eb) => eb.or([eb('instance_id', 'is', null), eb('instance_id', '=', instanceId)]))
		.where((eb) =>
			eb.or([
				eb('events', 'like', `%"${kind}"%`),
				eb.and([eb('role', '=', 'instance'), eb('events', '=', '[]')]),
			]),
		)
		.execute();
}

/** The webhook an instance's own webhookUrl acts as. */
export function findOwnWebhook(db: Db, instanceId: InstanceId): Promise<WebhookRow | undefined> {
	return db
		.selectFrom('webhooks')
		.selectAll()
		.where('instance_id', '=', instanceId)
		.where('role', '=', 'instance')
		.executeTakeFirst();
}

export async function deleteOwnWebhook(db: Db, instanceId: InstanceId): Promise<void> {
	await db
		.deleteFrom('webhooks')
		.where('instance_id', '=', instanceId)
		.where('role', '=', 'instance')
		.execute();
}
