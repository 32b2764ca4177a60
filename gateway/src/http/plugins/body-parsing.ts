import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Bodies are JSON and nothing else. An empty one is none, whatever its content type says: many clients send the
 * header with every request, a DELETE included.
 */
export const bodyParsing = plugin((app: FastifyInstance) => {
	app.removeAllContentTypeParsers();
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined);
		else void parseJson(request, body, done);
	});
	return Promise.resolve();
});
