import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { kindsOf } from '../../store/webhooks/webhooks.ts';
import type * as webhooks from '../../webhooks/webhook-health.ts';
import type { Webhook, WebhookHealth, WebhookListItem } from './schema.ts';

/** A webhook as the list shows it. */
export function webhookListItem(row: WebhookRow): WebhookListItem {
	return {
		id: row.id,
		name: row.name,
		url: row.url,
		instanceId: row.instance_id,
		events: [...kindsOf(row)],
		status: row.status,
		lastDeliveryAt: timestampOrNull(row.last_delivery_at),
		lastDeliveryStatus: row.last_delivery_status,
	};
}

/** A webhook with its secret, at the time `now` (specification, Webhook). */
export function webhookView(row: WebhookRow, now: number): Webhook {
	const { previous_secret_expires_at: expiresAt } = row;
	return {
		...webhookListItem(row),
		secret: row.secret,
		createdAt: timestamp(row.created_at),
		// Null after its end: the previous secret signs no longer.
		previousSecretExpiresAt: timestampOrNull(expiresAt !== null && expiresAt > now ? expiresAt : null),
	};
}

export function webhookHealthView(health: webhooks.WebhookHealth): WebhookHealth {
	return {
		...health,
		since: timestamp(health.since),
		oldestPendingAt: timestampOrNull(health.oldestPendingAt),
		lastSuccessAt: timestampOrNull(health.lastSuccessAt),
		lastFailureAt: timestampOrNull(health.lastFailureAt),
	};
}
