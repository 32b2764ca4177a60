import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { WebhookId } from '../../domain/ids.ts';
import type { DeliveryStatus } from '../../domain/webhook.ts';
import { creditsUsed } from '../../store/instances/credits.ts';
import { countsByHour, sentOnDay } from '../../store/instances/hourly-stats.ts';
import { countInstances } from '../../store/instances/instances.ts';
import {
	listAllWebhooks,
	countDeliveriesByWebhook,
	countInstancesByStatus,
	listNewestFailures,
} from '../../store/admin/overview.ts';
import { countProcesses } from '../../store/cluster/processes.ts';
import { readQueues } from '../../store/admin/queues.ts';
import { memoizeFor } from '../../lib/memoize-for.ts';
import type { Db } from '../../store/schema.ts';
import { VERSION } from '../../version.ts';
import type { Routes } from '../server/dependencies.ts';
import { Overview, OverviewQuery, System } from './overview-schema.ts';
import { EXTENSION } from '../server/fields.ts';
import { Data, errorResponsesOfOwner } from '../server/responses.ts';
import { failureView, HOUR, instancesOf, seriesOf, webhookLine } from './overview-view.ts';

const tags = ['Owner'];
const FAILURES_SHOWN = 10;
/** Milliseconds between two counts of deliveries: one goes through all that there are. */
const COUNTED_EVERY = 5000;

/** What the page shows first: how the gateway is doing, and what it is (additions). */
export const adminOverviewRoutes: Routes = (app, dependencies) => {
	const { store, clock, plan, rateLimitsEnforced, credits, media, systemInfo, peers } = dependencies;

	const deliveriesIn = memoizeFor(clock, COUNTED_EVERY, (hours: number) =>
		deliveriesByWebhook(store.read, clock.now() - hours * HOUR),
	);

	app.get(
		'/admin/v1/overview',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getOverview',
				summary: 'Tell how messages, deliveries and instances are doing',
				querystring: OverviewQuery,
				response: { 200: Data(Overview), ...errorResponsesOfOwner('invalid_parameters') },
			},
		},
		async (request) => {
			const { hours = 24 } = request.query;
			const now = clock.now();
			const [counts, queues, instances, failures, webhooks, deliveries] = await Promise.all([
				countsByHour(store.read, now - (hours - 1) * HOUR),
				readQueues(store.read),
				countInstancesByStatus(store.read),
				listNewestFailures(store.read, FAILURES_SHOWN),
				listAllWebhooks(store.read),
				deliveriesIn(hours),
			]);
			const lines = webhooks.map((webhook) => webhookLine(webhook, deliveries.get(webhook.id) ?? NONE));
			return {
				success: true,
				data: {
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
				},
			};
		},
	);

	app.get(
		'/admin/v1/system',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getSystem',
				summary: 'Tell what this gateway is, how it is set up, and what it uses',
				response: { 200: Data(System), ...errorResponsesOfOwner() },
			},
		},
		async () => {
			const used = credits === null ? 0 : await creditsUsed(store.read);
			return {
				success: true,
				data: {
					version: VERSION,
					node: process.versions.node,
					network: systemInfo.network,
					engine: store.engine,
					startedAt: timestamp(systemInfo.startedAt),
					memory: process.memoryUsage.rss(),
					databaseSize: await store.maintenance.size(),
					mediaSize: media.quota.used(),
					processes: peers === null ? 1 : await countProcesses(store.read),
					plan: {
						name: plan.name,
						instances: { used: await countInstances(store.read), allowed: plan.instances },
						rateLimits: plan.rateLimits,
						rateLimited: rateLimitsEnforced,
					},
					credits: { total: credits, left: credits === null ? null : Math.max(0, credits - used) },
					messagesToday: await sentOnDay(store.read, clock.now()),
					retention: systemInfo.retention,
					publicUrl: dependencies.publicUrl,
				},
			};
		},
	);
	return Promise.resolve();
};

type DeliveryCounts = Record<DeliveryStatus, number>;
const NONE: DeliveryCounts = { pending: 0, success: 0, failed: 0, cancelled: 0 };

async function deliveriesByWebhook(db: Db, since: number): Promise<Map<WebhookId, DeliveryCounts>> {
	const counts = new Map<WebhookId, DeliveryCounts>();
	for (const { webhook_id: id, status, count } of await countDeliveriesByWebhook(db, since)) {
		counts.set(id, { ...(counts.get(id) ?? NONE), [status]: count });
	}
	return counts;
}
