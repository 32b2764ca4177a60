import { readSnapshot } from '../../observability/snapshot.ts';
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
 * Prometheus sends as a bearer token. A value that cannot be read is NaN.
 */
export const metricsRoutes: Routes<
	'store' | 'clock' | 'realClock' | 'media' | 'observability' | 'readiness' | 'systemInfo'
> = (app, deps) => {
	const { metrics } = deps.observability;
	const { dataFolder } = deps.systemInfo;
	app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
		const snapshot = await readSnapshot({ ...deps, dataFolder }, (error) => {
			request.log.warn({ err: error }, 'some metrics could not be read');
		});
		return reply.type(metrics.contentType).send(await metrics.render(snapshot));
	});
	return Promise.resolve();
};
