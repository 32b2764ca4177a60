import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, WebhookRow } from '../schema.ts';
import { selectWebhooks } from './last-deliveries.ts';
import { DELETED } from './webhooks.ts';

/**
 * Milliseconds for which a terminating webhook keeps its deliveries. n8n deletes the webhook of a trigger and creates it
 * again within a second, and a request of the nodes is repeated for half a minute.
 */
const TERMINATION_PERIOD = 60_000;

/**
 * Hides a webhook, and pauses it: its deliveries, and those of new events, wait for a webhook with the same URL. Without
 * one, it is deleted after a minute.
 */
export async function terminateWebhook(db: Db, id: WebhookId, at: number): Promise<void> {
	await db.updateTable('webhooks').set({ role: 'terminating', paused_at: at }).where('id', '=', id).execute();
}

/** The webhook of a URL and of an instance (null: of all) that was terminated last, with its row locked. */
export function lockTerminatingWebhook(
	db: Db,
	{ url, instanceId }: { url: string; instanceId: InstanceId | null },
	now: number,
): Promise<WebhookRow | undefined> {
	const query = selectWebhooks(db)
		.where('role', '=', 'terminating')
		.where('url', '=', url)
		.where('instance_id', instanceId === null ? 'is' : '=', instanceId)
		.where('paused_at', '>', now - TERMINATION_PERIOD)
		.orderBy('paused_at', 'desc')
		.limit(1);
	return lockRows(db, query).executeTakeFirst();
}

/** Deletes a terminating webhook when its time is up. Returns whether it is deleted. */
export async function deleteTerminated(db: Db, id: WebhookId, now: number): Promise<boolean> {
	const result = await db
		.updateTable('webhooks')
		.set(DELETED)
		.where('id', '=', id)
		.where('role', '=', 'terminating')
		.where('paused_at', '<=', now - TERMINATION_PERIOD)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}
