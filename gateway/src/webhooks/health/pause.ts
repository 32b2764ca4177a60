import { timestamp } from '../../domain/clock.ts';
import type { WebhookStatus } from '../../domain/webhooks/webhook.ts';
import type { WebhookRow } from '../../store/schema.ts';

/** Milliseconds after which a webhook is paused whose attempts all failed. */
export const PAUSE_AFTER = 3 * 24 * 60 * 60 * 1000;

type PausedRow = Pick<WebhookRow, 'status' | 'paused_at'>;

/** Returns when an active webhook was paused, in epoch milliseconds; null: it is not paused. */
export function pausedAt({ status, paused_at: at }: PausedRow): number | null {
	return status === 'active' ? at : null;
}

/** Returns the status that clients see: a paused webhook receives nothing, so it is shown as inactive. */
export function visibleStatus(row: PausedRow): WebhookStatus {
	return pausedAt(row) === null ? row.status : 'inactive';
}

/** Says why a webhook is paused and how it is resumed; null: it is not paused. */
export function pauseReason(row: WebhookRow): string | null {
	if (pausedAt(row) === null) return null;
	const since = row.failing_since === null ? '' : `, since ${timestamp(row.failing_since)}`;
	return `Every delivery failed for three days${since}. Its events are kept: ${adviceFor(row)} to deliver them.`;
}

function adviceFor({ id, role, instance_id: instanceId }: WebhookRow): string {
	return role === 'instance'
		? `give its webhookUrl again with PATCH /v1/instances/${instanceId ?? '{instanceId}'}`
		: `set its status to "active" with PUT /v1/webhooks/${id}`;
}
