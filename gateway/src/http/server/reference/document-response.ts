import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../transport/compression.ts';

const compress = promisify(gzip);

/**
 * Returns a handler that sends a document as JSON. The document never changes, so it is written and compressed once:
 * that takes as long as some twenty other requests, and anybody may ask for it.
 */
export function documentHandler(document: () => object) {
	let encoded: Promise<{ plain: Buffer; gzipped: Buffer }> | null = null;

	async function encode() {
		const plain = Buffer.from(JSON.stringify(document()));
		return { plain, gzipped: await compress(plain) };
	}

	return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
		encoded ??= encode();
		const { plain, gzipped } = await encoded;
		reply.headers({ 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Encoding' });
		if (!acceptsGzip(request)) return plain;
		reply.header('Content-Encoding', 'gzip');
		return gzipped;
	};
}
