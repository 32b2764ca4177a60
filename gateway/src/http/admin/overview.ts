import { timestampOrNull, type Clock } from '../../domain/clock.ts';
import type { WebhookId } from '../../domain/ids.ts';
import { NO_DELIVERIES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import { memoizeFor } from '../../lib/concurrency/memoize-for.ts';
import {
	listAllWebhooks,
	countDeliveriesByWebhook,
	countInstancesByStatus,
	listNewestFailures,
} from '../../store/admin/overview.ts';
import { readFirstSteps } from '../../store/admin/first-steps.ts';
import { readQueueLengths } from '../../store/admin/queue-lengths.ts';
import { countsByHour } from '../../store/instances/hourly-stats.ts';
import type { Db } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { failureView, HOUR, instancesOf, seriesOf, webhookLine, type OverviewData } from './overview-view.ts';

const FAILURES_SHOWN = 10;
/** Milliseconds a count of deliveries is reused: counting reads an index of all deliveries. */
const COUNT_TTL = 5000;

/** Returns a function that reads how messages, deliveries and instances did in the last `hours`, this hour included. */
export function overviewReader({
	store,
	clock,
}: {
	store: Pick<Store, 'read'>;
	clock: Clock;
}): (hours: number) => Promise<OverviewData> {
	const deliveriesIn = memoizeFor(clock, COUNT_TTL, (hours: number) =>
		deliveriesByWebhook(store.read, clock.now() - hours * HOUR),
	);

	return async (hours) => {
		const now = clock.now();
		const [counts, queues, instances, failures, webhooks, deliveries, firstSteps] = await Promise.all([
			countsByHour(store.read, now - (hours - 1) * HOUR),
			readQueueLengths(store.read),
			countInstancesByStatus(store.read),
			listNewestFailures(store.read, FAILURES_SHOWN),
			listAllWebhooks(store.read),
			deliveriesIn(hours),
			readFirstSteps(store.read),
		]);
		const lines = webhooks.map((webhook) =>
			webhookLine(webhook, deliveries.get(webhook.id) ?? NO_DELIVERIES),
		);
		return {
			series: seriesOf(counts, { hours, now }),
			queue: {
				messagesQueued: queues.messages.waiting,
				oldestQueuedAt: timestampOrNull(queues.messages.oldest),
				deliveriesPending: queues.deliveries.waiting,
				oldestPendingAt: timestampOrNull(queues.deliveries.oldest),
				deliveriesFailed: lines.reduce((sum, { failed }) => sum + failed, 0),
			},
			instances: instancesOf(instances),
			failures: failures.map(failureView),
			webhooks: lines,
			firstSteps: {
				...firstSteps,
				delivered: webhooks.some(({ last_success_at: at }) => at !== null),
			},
		};
	};
}

async function deliveriesByWebhook(
	db: Db,
	since: number,
): Promise<Map<WebhookId, Record<DeliveryStatus, number>>> {
	const counts = new Map<WebhookId, Record<DeliveryStatus, number>>();
	for (const { webhook_id: id, status, count } of await countDeliveriesByWebhook(db, since)) {
		counts.set(id, { ...(counts.get(id) ?? NO_DELIVERIES), [status]: count });
	}
	return counts;
}
