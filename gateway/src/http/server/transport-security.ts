import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { isLoopback } from '../../config/config.ts';
import { GatewayError } from '../../domain/error.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Carries nothing secret either way, so that plain HTTP does: what probes a gateway knows no certificates. */
		allowHttp?: boolean;
	}
}

/**
 * Requests must use HTTPS (specification, Authentication 3): TLS here, or at a trusted proxy that says so. From
 * this machine itself plain HTTP is fine.
 */
export const transportSecurity = plugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, _reply, done) => {
		const local = isLoopback(request.socket.localAddress ?? '') && isLoopback(request.ip);
		const { allowHttp = false } = request.routeOptions.config;
		if (request.protocol === 'https' || local || allowHttp) {
			done();
			return;
		}
		done(
			new GatewayError(
				'https_required',
				'Use https:// for this gateway; an API key must not travel in the clear.',
			),
		);
	});
	return Promise.resolve();
});
