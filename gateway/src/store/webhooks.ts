import type { EventKind } from '../domain/event.ts';
import type { InstanceId, WebhookId } from '../domain/ids.ts';
import type { WebhookStatus } from '../domain/webhook.ts';
import { padded } from './chunks.ts';
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

/** An active webhook, as far as it decides which events it gets. */
export interface Subscription {
	id: WebhookId;
	/** Null: of all instances. */
	instanceId: InstanceId | null;
	/** Null: all kinds. */
	kinds: ReadonlySet<EventKind> | null;
}

/** The active webhooks that get events of any of these instances. */
export async function listSubscriptions(db: Db, instanceIds: readonly InstanceId[]): Promise<Subscription[]> {
	const rows = await db
		.selectFrom('webhooks')
		.select(['id', 'role', 'instance_id', 'events'])
		.where('status', '=', 'active')
		.where((eb) => eb.or([eb('instance_id', 'is', null), eb('instance_id', 'in', padded(instanceIds))]))
		.orderBy('id')
		.execute();
	return rows.map(({ id, role, instance_id: instanceId, events }) => {
		const kinds = new Set(JSON.parse(events) as EventKind[]);
		// An instance's own webhook without a list of events wants all of them.
		return { id, instanceId, kinds: role === 'instance' && kinds.size === 0 ? null : kinds };
	});
}

/** Whether a webhook wants an event of this kind from this instance. */
export function wants(subscription: Subscription, kind: EventKind, instanceId: InstanceId): boolean {
	const { instanceId: only, kinds } = subscription;
	return (only === null || only === instanceId) && (kinds === null || kinds.has(kind));
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
