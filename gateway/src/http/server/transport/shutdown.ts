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
	// Also the responses to requests that came before: their clients then send no other request on the connection.
	app.addHook('onSend', (_request, reply, _payload, done) => {
		if (closing) reply.header('Connection', 'close');
		done();
	});
	app.addHook('onRequest', (_request, _reply, done) => {
		if (!closing) {
			done();
			return;
		}
		const message = 'The gateway is shutting down. Send the request again in a few seconds.';
		done(new GatewayError('service_unavailable', message, { retryAfter: 5 }));
	});
	return Promise.resolve();
});
