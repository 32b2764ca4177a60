import { readQueues } from '../../store/admin/queues.ts';
import type { Routes } from '../server/dependencies.ts';

/**
 * `GET /metrics`: Prometheus text. From this machine it needs no key; from elsewhere one with instances:read, which
 * Prometheus sends as a bearer token. What cannot be found out at the moment does not keep the rest back.
 */
export const metricsRoutes: Routes = (app, { store, clock, media, observability }) => {
	const { metrics } = observability;
	app.get(
		'/metrics',
		{
			config: { access: 'instances:read', allowLoopback: true, rateLimitExempt: true, suppressLog: true },
			schema: { hide: true },
		},
		async (request, reply) => {
			const unlessKnown = (error: unknown): null => {
				request.log.warn({ err: error }, 'a part of the metrics could not be read');
				return null;
			};
			const text = await metrics.render({
				now: clock.now(),
				queues: await readQueues(store.read).catch(unlessKnown),
				databaseSize: await store.maintenance.size().catch(unlessKnown),
				mediaSize: media.quota.used(),
			});
			return reply.type(metrics.contentType).send(text);
		},
	);
	return Promise.resolve();
};
