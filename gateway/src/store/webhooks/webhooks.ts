import type { VisibleInstances } from '../../domain/access/caller.ts';
import { selectedKinds, type EventKind, type EventSelector } from '../../domain/events/event-kind.ts';
import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import { HIDDEN_ROLES, type WebhookStatus } from '../../domain/webhooks/webhook.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import { chunkInList, padInList } from '../engine/chunk-in-list.ts';
import { engineOf, lockRows } from '../engine/engine.ts';
import { selectWebhooks } from './last-deliveries.ts';
import type { Db, NewWebhookRow, WebhookRow } from '../schema.ts';

/** Stores a new webhook. */
export async function insertWebhook(db: Db, webhook: NewWebhookRow): Promise<void> {
	await db.insertInto('webhooks').values(webhook).execute();
}

/** A webhook that was registered through the API, or an instance's own; undefined for a deleted one. */
export function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
	return webhookWithId(db, id).executeTakeFirst();
}

/**
 * Finds a webhook as findWebhook() does, and locks its row until the end of the transaction: what follows from the row
 * still holds when it is written, whatever another gateway does meanwhile.
 */
export function lockWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
	return lockRows(db, webhookWithId(db, id)).executeTakeFirst();
}

/** Returns the URLs of those of these webhooks that exist, and locks their rows until the end of the transaction. */
export async function lockWebhookUrls(
	db: Db,
	webhookIds: readonly WebhookId[],
): Promise<Map<WebhookId, string>> {
	const urls = new Map<WebhookId, string>();
	for (const ids of chunkInList([...new Set(webhookIds)].sort())) {
		const query = db
			.selectFrom('webhooks')
			.select(['id', 'url'])
			.where('id', 'in', ids)
			.where('role', '!=', 'deleted')
			.orderBy('id');
		for (const { id, url } of await lockRows(db, query).execute()) urls.set(id, url);
	}
	return urls;
}

function webhookWithId(db: Db, id: string) {
	return selectWebhooks(db)
		.where('id', '=', id as WebhookId)
		.where('role', 'not in', HIDDEN_ROLES);
}

/** Webhooks that were registered through the API, newest first; only those of the visible instances. */
export function listWebhooks(
	db: Db,
	filter: {
		visible: VisibleInstances;
		instanceId: string | undefined;
		status: WebhookStatus | undefined;
	},
): Promise<WebhookRow[]> {
	let query = selectWebhooks(db).where('role', '=', 'registered');
	if (filter.visible !== null) query = query.where('instance_id', 'in', padInList(filter.visible));
	if (filter.instanceId !== undefined) {
		query = query.where('instance_id', '=', filter.instanceId as InstanceId);
	}
	if (filter.status === 'active') query = query.where('status', '=', 'active').where('paused_at', 'is', null);
	if (filter.status === 'inactive') {
		query = query.where((eb) => eb.or([eb('status', '=', 'inactive'), eb('paused_at', 'is not', null)]));
	}
	return query.orderBy('id', 'desc').execute();
}

/** Changes fields of a webhook. */
export async function updateWebhook(
	db: Db,
	id: WebhookId,
	changes: Partial<Omit<NewWebhookRow, 'id'>>,
): Promise<void> {
	await db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

/** Deactivates a webhook whose receiver is gone, unless its URL has changed. */
export async function deactivateWebhook(db: Db, id: WebhookId, url: string): Promise<void> {
	await db
		.updateTable('webhooks')
		.set({ status: 'inactive' })
		.where('id', '=', id)
		.where('url', '=', url)
		.execute();
}

/** The row of a deleted webhook: its deliveries still refer to it, and it contains no secret. */
export const DELETED = {
	role: 'deleted',
	status: 'inactive',
	instance_id: null,
	name: null,
	url: '',
	events: '[]',
	// Not null, and never unsealed.
	secret: '' as unknown as SealedText,
	previous_secret: null,
	previous_secret_expires_at: null,
} as const;

/**
 * Deletes a webhook: hides it at once. The delivery worker then deletes its deliveries in batches, since there may be
 * very many.
 */
export async function deleteWebhook(db: Db, id: WebhookId): Promise<void> {
	await db.updateTable('webhooks').set(DELETED).where('id', '=', id).execute();
}

/** Deletes all webhooks of one instance, in the same way as deleteWebhook(). */
export async function deleteWebhooksOf(db: Db, instanceId: InstanceId): Promise<void> {
	await db.updateTable('webhooks').set(DELETED).where('instance_id', '=', instanceId).execute();
}

/**
 * Deletes the row of a deleted webhook, unless it has deliveries: they would be deleted with it, and their events would
 * miss them.
 */
export async function deleteWebhookRow(db: Db, id: WebhookId): Promise<void> {
	if (engineOf(db) === 'postgres') {
		// Waits, unlike lockRows(), for a gateway that is inserting a delivery, which the next statement then sees.
		await db.selectFrom('webhooks').select('id').where('id', '=', id).forUpdate().execute();
	}
	await db
		.deleteFrom('webhooks')
		.where('id', '=', id)
		.where('role', '=', 'deleted')
		.where((eb) => {
			const deliveries = eb.selectFrom('deliveries').select('deliveries.id').where('webhook_id', '=', id);
			return eb.not(eb.exists(deliveries));
		})
		.execute();
}

/** The event kinds that a webhook receives; without selectors, those of the specification. */
export function kindsOf({ events }: Pick<WebhookRow, 'events'>): readonly EventKind[] {
	return selectedKinds(selectorsOf({ events }));
}

/** The selectors of a webhook's events, as the client set them. */
export function selectorsOf({ events }: Pick<WebhookRow, 'events'>): readonly EventSelector[] {
	return JSON.parse(events) as EventSelector[];
}

/** Finds the webhook of an instance's own webhookUrl, and locks its row until the end of the transaction. */
export function lockOwnWebhook(db: Db, instanceId: InstanceId): Promise<WebhookRow | undefined> {
	const query = selectWebhooks(db).where('instance_id', '=', instanceId).where('role', '=', 'instance');
	return lockRows(db, query).executeTakeFirst();
}

/** Marks the webhook of an instance as deleted. */
export async function deleteOwnWebhook(db: Db, instanceId: InstanceId): Promise<void> {
	await db
		.updateTable('webhooks')
		.set(DELETED)
		.where('instance_id', '=', instanceId)
		.where('role', '=', 'instance')
		.execute();
}
