import { readQueues } from '../../store/admin/queues.ts';
import type { Routes } from '../server/dependencies.ts';

const config = {
	access: 'metrics:read',
	concerns: 'all instances',
	allowLoopback: true,
	rateLimitExempt: true,
	suppressLog: true,
} as const;

/**
 * `GET /metrics`: Prometheus text. Clients on this machine need no key; others need one with metrics:read, which
 * Prometheus sends as a bearer token. A value that cannot be read is left out.
 */
export const metricsRoutes: Routes<'store' | 'clock' | 'media' | 'observability'> = (app, deps) => {
	const { store, clock, media, observability } = deps;
	const { metrics } = observability;
	app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
		const logFailure = (error: unknown): null => {
			request.log.warn({ err: error }, 'a part of the metrics could not be read');
			return null;
		};
		const text = await metrics.render({
			now: clock.now(),
			queues: await readQueues(store.read).catch(logFailure),
			databaseSize: await store.maintenance.size().catch(logFailure),
			mediaSize: media.quota.used(),
			isBucketReachable: media.isBucketReachable(),
		});
		return reply.type(metrics.contentType).send(text);
	});
	return Promise.resolve();
};
