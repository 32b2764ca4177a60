import { GatewayError } from '../domain/error.ts';
import type { EventKind } from '../domain/event.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { WebhookStatus } from '../domain/webhook.ts';
import { findInstance } from '../store/instances/instances.ts';
import type { Db, WebhookRow } from '../store/schema.ts';
import { deleteWebhook, findWebhook, insertWebhook, updateWebhook } from '../store/webhooks/webhooks.ts';

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
		previous_secret: null,
		previous_secret_expires_at: null,
		last_success_at: null,
		last_failure_at: null,
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
 * Changes a webhook. A secret that is replaced in this way, unlike a rotated one, signs nothing more. Throws
 * webhook_not_found. (Specification, PUT /v1/webhooks/{id}.)
 */
export async function changeWebhook(db: Db, id: string, changes: WebhookChanges): Promise<WebhookRow> {
	const webhook = await registeredWebhookOrThrow(db, id);
	const changed = {
		url: changes.url ?? webhook.url,
		events: changes.events === undefined ? webhook.events : JSON.stringify(changes.events),
		secret: changes.secret ?? webhook.secret,
		name: changes.name ?? webhook.name,
		status: changes.status ?? webhook.status,
		...(changes.secret === undefined ? {} : { previous_secret: null, previous_secret_expires_at: null }),
	};
	await updateWebhook(db, webhook.id, changed);
	return { ...webhook, ...changed };
}

/** Deletes a webhook and what was waiting for it. Throws webhook_not_found. */
export async function removeWebhook(db: Db, id: string): Promise<void> {
	const webhook = await registeredWebhookOrThrow(db, id);
	await deleteWebhook(db, webhook.id);
}

/** The webhook a path names, an instance's own included. Throws webhook_not_found. */
export async function webhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	return (await findWebhook(db, id)) ?? notFound('List yours with GET /v1/webhooks.');
}

/** The same for what is done to registered webhooks only. Throws webhook_not_found. */
async function registeredWebhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	const webhook = await webhookOrThrow(db, id);
	if (webhook.role === 'registered') return webhook;
	const { instance_id: instanceId } = webhook;
	return notFound(
		`It is the webhook of an instance: change it with PATCH /v1/instances/${instanceId ?? '{instanceId}'}, by webhookUrl and webhookEvents.`,
	);
}

function notFound(whatToDo: string): never {
	throw new GatewayError('webhook_not_found', `There is no webhook with this id. ${whatToDo}`);
}
