import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../domain/error.ts';

/**
 * Refuses, before any of it is read, a body that is no multipart form (unsupported_media_type) or is announced to be
 * larger than `limit` bytes (payload_too_large).
 */
export function refuseOtherBodies(limit: number) {
	return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
		if (!/^multipart\/form-data\s*;.*boundary=/i.test(request.headers['content-type'] ?? '')) {
			const message = 'Send multipart/form-data with one file in the field "file".';
			done(new GatewayError('unsupported_media_type', message));
			return;
		}
		if (Number(request.headers['content-length'] ?? 0) <= limit) {
			done();
			return;
		}
		// What the client still sends of it must not be taken for its next request.
		reply.header('Connection', 'close');
		const message = `The body is too large; at most ${limit} bytes are accepted here.`;
		done(new GatewayError('payload_too_large', message));
	};
}

/**
 * Reads what is left of a refused body and drops it, so that the client gets to read the answer; one that does not
 * end within `limit` bytes is cut off.
 */
export function takeRest(request: FastifyRequest, reply: FastifyReply, limit: number): void {
	reply.header('Connection', 'close');
	const { raw } = request;
	let left = limit;
	raw.on('data', (chunk: Buffer) => {
		left -= chunk.length;
		if (left < 0) raw.destroy();
	});
	raw.resume();
}
