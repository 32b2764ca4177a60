import { countDeliveries, oldestPendingAt, responseTimes } from '../../store/webhooks/delivery-health.ts';
import type { Db, WebhookRow } from '../../store/schema.ts';
import { failureRuns } from '../../store/webhooks/last-deliveries.ts';
import { pausedAt } from './pause.ts';

/** The period of a webhook's health, in milliseconds. */
const HEALTH_PERIOD = 24 * 3_600_000;
/** Newest deliveries whose response times are read: enough for a 95th percentile, and a bounded query. */
const SAMPLE_SIZE = 500;

/** Deliveries of a webhook over a period; times are epoch milliseconds, durations milliseconds. */
export interface WebhookHealth {
	since: number;
	deliveries: number;
	succeeded: number;
	failed: number;
	pending: number;
	/** Behind an earlier event of their chat. */
	waiting: number;
	/** Messages that are being collected. */
	collecting: number;
	/** Messages that another delivery contained. */
	joined: number;
	/** Left out by the filter. */
	filtered: number;
	/** Share of the successful among the finished deliveries, 0 to 1; null: none finished. */
	successRate: number | null;
	/** The 95th percentile; null: there was no response. */
	responseTimeP95: number | null;
	oldestPendingAt: number | null;
	lastSuccessAt: number | null;
	lastFailureAt: number | null;
	/** Attempts that failed since the latest success. */
	failures: number;
	failingSince: number | null;
	pausedAt: number | null;
}

/** Returns a webhook's health over the last 24 hours. */
export async function webhookHealth(db: Db, webhook: WebhookRow, now: number): Promise<WebhookHealth> {
	const since = now - HEALTH_PERIOD;
	const counts = await countDeliveries(db, webhook.id, since);
	const { success, failed, pending, waiting, collecting, joined, filtered, cancelled } = counts;
	const run = (await failureRuns(db, [webhook.id])).get(webhook.id);
	const times = await responseTimes(db, webhook.id, { since, limit: SAMPLE_SIZE });
	return {
		since,
		deliveries: success + failed + pending + waiting + collecting + cancelled,
		succeeded: success,
		failed,
		pending,
		waiting,
		collecting,
		joined,
		filtered,
		successRate: success + failed === 0 ? null : success / (success + failed),
		responseTimeP95: times[Math.ceil(times.length * 0.95) - 1] ?? null,
		oldestPendingAt: await oldestPendingAt(db, webhook.id),
		lastSuccessAt: webhook.last_success_at,
		lastFailureAt: webhook.last_failure_at,
		failures: run?.failures ?? 0,
		failingSince: webhook.failing_since,
		pausedAt: pausedAt(webhook),
	};
}
