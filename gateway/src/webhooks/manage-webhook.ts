import { GatewayError } from '../domain/error.ts';
import type { EventKind } from '../domain/event.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { WebhookStatus } from '../domain/webhook.ts';
import { cancelPendingDeliveries } from '../store/deliveries.ts';
import { findInstance } from '../store/instances.ts';
import type { Db, WebhookRow } from '../store/schema.ts';
import { deleteWebhook, findWebhook, insertWebhook, updateWebhook } from '../store/webhooks.ts';

export interface NewWebhook {
	url: string;
	events: readonly EventKind[];
	secret: string;
	name: string | null;
	/** Null: events of all instances. */
	instanceId: string | null;
}

/** Stores a webhook whose URL was checked. Throws invalid_instance. (Specification, POST /v1/webhooks.) */
export async function createWebhook(
	db: Db,
	newId: NewId,
	webhook: NewWebhook,
	now: number,
): Promise<WebhookRow> {
	const { instanceId } = webhook;
	if (instanceId !== null && (await findInstance(db, instanceId)) === undefined) {
		throw new GatewayError(
			'invalid_instance',
			'There is no instance with this instanceId. List yours with GET /v1/instances, or leave it out for all.',
		);
	}
	const row: WebhookRow = {
		id: newId('wh'),
		role: 'registered',
		name: webhook.name,
		instance_id: instanceId as InstanceId | null,
		url: webhook.url,
		events: JSON.stringify(webhook.events),
		secret: webhook.secret,
		status: 'active',
		created_at: now,
		last_delivery_at: null,
		last_delivery_status: null,
	};
	await insertWebhook(db, row);
	return row;
}

export interface WebhookChanges {
	url?: string | undefined;
	events?: readonly EventKind[] | undefined;
	secret?: string | undefined;
	name?: string | undefined;
	status?: WebhookStatus | undefined;
}

/**
 * Changes a webhook; one that becomes inactive gets nothing more, also of what was waiting for it. Throws
 * webhook_not_found. (Specification, PUT /v1/webhooks/{id}.)
 */
export async function changeWebhook(
	db: Db,
	id: string,
	changes: WebhookChanges,
	now: number,
): Promise<WebhookRow> {
	const webhook = await webhookOrThrow(db, id);
	const changed: WebhookRow = {
		...webhook,
		url: changes.url ?? webhook.url,
		events: changes.events === undefined ? webhook.events : JSON.stringify(changes.events),
		secret: changes.secret ?? webhook.secret,
		name: changes.name ?? webhook.name,
		status: changes.status ?? webhook.status,
	};
	const { url, events, secret, name, status } = changed;
	await updateWebhook(db, webhook.id, { url, events, secret, name, status });
	if (status === 'inactive') await cancelPendingDeliveries(db, webhook.id, now);
	return changed;
}

/** Deletes a webhook and what was waiting for it. Throws webhook_not_found. */
export async function removeWebhook(db: Db, id: string): Promise<void> {
	if (!(await deleteWebhook(db, id))) notFound();
}

/** The webhook a path names. Throws webhook_not_found. */
export async function webhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	return (await findWebhook(db, id)) ?? notFound();
}

function notFound(): never {
	throw new GatewayError(
		'webhook_not_found',
		'There is no webhook with this id. List yours with GET /v1/webhooks.',
	);
}
