import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Sends the id of each request in X-Request-Id, by which its log line is found. */
export const requestIds = plugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('X-Request-Id', request.id);
		done();
	});
	return Promise.resolve();
});
