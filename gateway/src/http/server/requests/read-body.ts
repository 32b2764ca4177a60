import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/error.ts';

/** Bytes of the first buffer for a body of several parts; it doubles when it is full. */
const FIRST_SIZE = 1024;

/**
 * Reads a body into one buffer, up to the limit of its route. A client may send each byte as a part of its own: a list
 * of the parts, as Fastify makes it, would take two hundred times the memory that the limit allows. Throws
 * payload_too_large, and the error of a connection that is lost.
 */
export function readBody(
	{ headers, routeOptions: { bodyLimit } }: FastifyRequest,
	payload: Readable,
): Promise<Buffer> {
	const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
	let bytes: Buffer = Buffer.alloc(0);
	let length = 0;

	function append(part: Buffer): void {
		const needed = length + part.length;
		if (length === 0) bytes = part;
		else {
			if (needed > bytes.length) {
				const larger = Buffer.allocUnsafe(Math.max(FIRST_SIZE, needed, 2 * length));
				bytes.copy(larger, 0, 0, length);
				bytes = larger;
			}
			part.copy(bytes, length);
		}
		length = needed;
	}

	function onData(part: Buffer): void {
		if (length + part.length <= bodyLimit) {
			append(part);
			return;
		}
		stop();
		reject(bodyTooLarge(bodyLimit));
	}

	function onEnd(): void {
		stop();
		resolve(bytes.subarray(0, length));
	}

	function onError(error: Error): void {
		stop();
		reject(new GatewayError('invalid_parameters', 'The body did not arrive completely.', { cause: error }));
	}

	function stop(): void {
		payload.off('data', onData).off('end', onEnd).off('error', onError);
	}

	if (Number(headers['content-length'] ?? 0) > bodyLimit) reject(bodyTooLarge(bodyLimit));
	else payload.on('data', onData).on('end', onEnd).on('error', onError);
	return promise;
}

/** The error for a body of more bytes than its route accepts. */
export function bodyTooLarge(limit: number): GatewayError {
	return new GatewayError(
		'payload_too_large',
		`The body is too large; at most ${Math.floor(limit / 1024)} KiB are accepted.`,
	);
}
