import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../domain/error.ts';

/**
 * Refuses, before it is read, a body that is not a multipart form (unsupported_media_type) or whose Content-Length is
 * over `limit` bytes (payload_too_large).
 */
export function requireMultipart(limit: number) {
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
		// The rest of the body must not be read as the client's next request.
		reply.header('Connection', 'close');
		const message = `The body is too large; at most ${limit} bytes are accepted here.`;
		done(new GatewayError('payload_too_large', message));
	};
}

/**
 * Reads the rest of a refused body and discards it. The response has to wait for that: a client that is still sending
 * when the connection closes gets an error of its own, and not the response. Closes the connection when the rest is
 * longer than `limit` bytes.
 */
export async function drainBody({ raw }: FastifyRequest, limit: number): Promise<void> {
	let left = limit;
	// The parser of the form would hold the rest back.
	raw.unpipe();
	raw.on('data', (chunk: Buffer) => {
		left -= chunk.length;
		if (left < 0) raw.destroy();
	});
	raw.resume();
	// It fails for a client that has closed the connection, which needs no response.
	await finished(raw).catch(() => undefined);
}
