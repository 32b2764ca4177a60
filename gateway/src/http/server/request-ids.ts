import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Every response names its request, so that it can be found in the log. */
export const requestIds = plugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('X-Request-Id', request.id);
		done();
	});
	return Promise.resolve();
});
