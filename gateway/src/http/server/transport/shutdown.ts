import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../../domain/error.ts';

/** While the gateway shuts down, refuses requests on open connections with service_unavailable, and closes these. */
export const shutdown = plugin((app: FastifyInstance) => {
	let closing = false;
	app.addHook('preClose', () => {
		closing = true;
		return Promise.resolve();
	});
	// A connection that was in use when the gateway began to close would stay open for another request.
	app.addHook('onResponse', (_request, _reply, done) => {
		if (closing) {
			setImmediate(() => {
				app.server.closeIdleConnections();
			});
		}
		done();
	});
	app.addHook('onRequest', (_request, reply, done) => {
		if (!closing) {
			done();
			return;
		}
		reply.header('Connection', 'close');
		const message = 'The gateway is shutting down. Send the request again in a few seconds.';
		done(new GatewayError('service_unavailable', message, { retryAfter: 5 }));
	});
	return Promise.resolve();
});
