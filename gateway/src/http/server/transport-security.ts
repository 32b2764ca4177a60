import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../domain/error.ts';
import { isLoopback } from '../../lib/guarded-http/address.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Plain HTTP is accepted: the request and its response are not secret, and probes have no certificates. */
		allowHttp?: boolean;
	}
}

/**
 * Requires HTTPS (specification, Authentication 3): TLS here, or at a trusted proxy that reports it. Clients on this
 * machine may use plain HTTP. Throws https_required.
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
				'Use https:// for this gateway; an API key must not be sent unencrypted.',
			),
		);
	});
	return Promise.resolve();
});
