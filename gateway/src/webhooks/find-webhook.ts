import { GatewayError } from '../domain/error.ts';
import type { Db, WebhookRow } from '../store/schema.ts';
import { findWebhook } from '../store/webhooks/webhooks.ts';

/*
 * Inside a commit a lookup returns its error: a body that throws after it has written makes all bodies of its transaction
 * run again. Outside one it throws.
 */

/** Returns the webhook with an id, including an instance's own, or the error webhook_not_found. */
export async function findWebhookOrError(db: Db, id: string): Promise<WebhookRow | GatewayError> {
	return (await findWebhook(db, id)) ?? notFound('List yours with GET /v1/webhooks.');
}

/** Returns the webhook with an id, unless it is an instance's own, or the error webhook_not_found. */
export async function findRegisteredOrError(db: Db, id: string): Promise<WebhookRow | GatewayError> {
	const webhook = await findWebhookOrError(db, id);
	if (webhook instanceof GatewayError || webhook.role === 'registered') return webhook;
	const { instance_id: instanceId } = webhook;
	return notFound(
		`It is the webhook of an instance: change it with PATCH /v1/instances/${instanceId ?? '{instanceId}'}, by webhookUrl and webhookEvents.`,
	);
}

/** Returns the webhook with an id, including an instance's own. Throws webhook_not_found. */
export async function webhookOrThrow(db: Db, id: string): Promise<WebhookRow> {
	return valueOrThrow(await findWebhookOrError(db, id));
}

/** Returns the value that a commit returned, or throws the error that it returned instead. */
export function valueOrThrow<T>(result: T | GatewayError): T {
	if (result instanceof GatewayError) throw result;
	return result;
}

function notFound(advice: string): GatewayError {
	return new GatewayError('webhook_not_found', `There is no webhook with this id. ${advice}`);
}
