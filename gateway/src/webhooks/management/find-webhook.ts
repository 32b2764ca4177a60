import { GatewayError } from '../../domain/error.ts';
import type { Db, WebhookRow } from '../../store/schema.ts';
import { findWebhook, lockWebhook } from '../../store/webhooks/webhooks.ts';

/** Returns the webhook with an id, including an instance's own. Throws webhook_not_found. */
export async function webhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	const webhook = await findWebhook(db, id);
	if (webhook === undefined) throw webhookNotFound();
	return webhook;
}

/** Returns a webhook as webhookOrThrow() does, and locks its row until the end of the transaction. */
export async function lockedWebhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	const webhook = await lockWebhook(db, id);
	if (webhook === undefined) throw webhookNotFound();
	return webhook;
}

/** Returns the webhook with an id, unless it is an instance's own. Throws webhook_not_found. */
export async function registeredWebhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	return registeredOrThrow(await webhookOrThrow(db, id));
}

/** Returns a webhook as registeredWebhookOrThrow() does, and locks its row until the end of the transaction. */
export async function lockedRegisteredWebhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	return registeredOrThrow(await lockedWebhookOrThrow(db, id));
}

function registeredOrThrow(webhook: WebhookRow): WebhookRow {
	if (webhook.role === 'registered') return webhook;
	const { instance_id: instanceId } = webhook;
	throw webhookNotFound(
		`It is the webhook of an instance: change it with PATCH /v1/instances/${instanceId ?? '{instanceId}'}, by webhookUrl and webhookEvents.`,
	);
}

/** The error for an unknown webhook. */
export function webhookNotFound(advice = 'List yours with GET /v1/webhooks.'): GatewayError {
	return new GatewayError('webhook_not_found', `There is no webhook with this id. ${advice}`);
}
