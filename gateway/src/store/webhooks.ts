import type { EventKind } from '../domain/event.ts';
import type { InstanceId, WebhookId } from '../domain/ids.ts';
import type { WebhookStatus } from '../domain/webhook.ts';
import type { Db, NewWebhookRow, WebhookRow } from './schema.ts';

export async function insertWebhook(db: Db, webhook: NewWebhookRow): Promise<void> {
	await db.insertInto('webhooks').values(webhook).execute();
}

/** A webhook made through the API, or an instance's own. */
export function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
	return db
		.selectFrom('webhooks')
		.selectAll()
		.where('id', '=', id as WebhookId)
		.where('role', '!=', 'deleted')
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

/** What is left of a deleted webhook: enough for its deliveries to hang on, and nothing that is secret. */
const DELETED = {
	role: 'deleted',
	status: 'inactive',
	instance_id: null,
	name: null,
	url: '',
	events: '[]',
	secret: '',
	previous_secret: null,
	previous_secret_expires_at: null,
} as const;

/**
 * Deletes a webhook. It is out of sight at once; its deliveries, which may be very many, are removed bit by bit
 * after that.
 */
export async function deleteWebhook(db: Db, id: WebhookId): Promise<void> {
	await db.updateTable('webhooks').set(DELETED).where('id', '=', id).execute();
}

/** Deletes, in the same way, all webhooks that are about one instance. */
export async function deleteWebhooksOf(db: Db, instanceId: InstanceId): Promise<void> {
	await db.updateTable('webhooks').set(DELETED).where('instance_id', '=', instanceId).execute();
}

/** Removes what was left of a deleted webhook, once none of its deliveries is. */
export async function removeDeletedWebhook(db: Db, id: WebhookId): Promise<void> {
	await db.deleteFrom('webhooks').where('id', '=', id).where('role', '=', 'deleted').execute();
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
		.updateTable('webhooks')
		.set(DELETED)
		.where('instance_id', '=', instanceId)
		.where('role', '=', 'instance')
		.execute();
}
