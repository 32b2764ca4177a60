import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';

/** Length of the shortest answer that is compressed: a shorter one fits into one packet. */
const MIN_LENGTH = 1024;
const compress = promisify(gzip);

/**
 * Compresses the JSON that people's browsers load with gzip. Responses to API keys are not compressed: programs are
 * mostly nearby, and send most of the requests. Another site cannot make a browser send a request of a session, so it
 * cannot learn secrets from the lengths of answers.
 */
export const compression = plugin((app: FastifyInstance) => {
	app.addHook('onSend', (request, reply, payload, done) => {
		if (typeof payload !== 'string' || payload.length < MIN_LENGTH || !isCompressible(request, reply)) {
			done(null, payload);
			return;
		}
		reply.header('Vary', 'Accept-Encoding');
		if (!acceptsGzip(request)) {
			done(null, payload);
			return;
		}
		compress(payload).then(
			(compressed) => {
				reply.header('Content-Encoding', 'gzip');
				done(null, compressed);
			},
			// The answer is complete without it.
			() => {
				done(null, payload);
			},
		);
	});
	return Promise.resolve();
});

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
	const { method, routeOptions } = request;
	if (method === 'HEAD' || reply.hasHeader('Content-Encoding')) return false;
	if (!String(reply.getHeader('Content-Type')).startsWith('application/json')) return false;
	if (routeOptions.config.access === 'public') return true;
	// Absent where the request was refused before its caller was known.
	const identity = request.identity as FastifyRequest['identity'] | undefined;
	return identity !== undefined && 'caller' in identity && identity.caller.kind === 'user';
}

/** Whether a client takes gzip: by its name, and not with the weight 0. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
	const accepted = [headers['accept-encoding'] ?? []].flat().join().toLowerCase();
	return accepted.split(',').some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/.test(one));
}
