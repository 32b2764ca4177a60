import { countDeliveries, oldestPendingAt, responseTimes } from '../store/webhooks/delivery-health.ts';
import type { Db, WebhookRow } from '../store/schema.ts';

/** What a webhook's health is told about, in milliseconds: the last 24 hours. */
export const HEALTH_PERIOD = 24 * 3_600_000;
/** Deliveries the response time is taken from: enough for a p95, and a bounded read however many there were. */
const SAMPLE_SIZE = 500;

/** How a webhook is doing; times are epoch milliseconds, durations milliseconds. */
export interface WebhookHealth {
	since: number;
	deliveries: number;
	succeeded: number;
	failed: number;
	pending: number;
	/** Of the deliveries that ended, 0 to 1; null: none did. */
	successRate: number | null;
	/** 95 of 100 answers took no longer; null: there was none. */
	responseTimeP95: number | null;
	oldestPendingAt: number | null;
	lastSuccessAt: number | null;
	lastFailureAt: number | null;
}

/** A webhook's health over the last 24 hours. */
export async function webhookHealth(db: Db, webhook: WebhookRow, now: number): Promise<WebhookHealth> {
	const since = now - HEALTH_PERIOD;
	const { success, failed, pending, cancelled } = await countDeliveries(db, webhook.id, since);
	const times = await responseTimes(db, webhook.id, { since, limit: SAMPLE_SIZE });
	return {
		since,
		deliveries: success + failed + pending + cancelled,
		succeeded: success,
		failed,
		pending,
		successRate: success + failed === 0 ? null : success / (success + failed),
		responseTimeP95: times[Math.ceil(times.length * 0.95) - 1] ?? null,
		oldestPendingAt: await oldestPendingAt(db, webhook.id),
		lastSuccessAt: webhook.last_success_at,
		lastFailureAt: webhook.last_failure_at,
	};
}
