import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import {
	bodyHashOf,
	createForwardedReader,
	FORWARDED_HEADER,
	type Forwarded,
	type ForwardedClient,
} from '../../../cluster/forwarded-request.ts';
import type { Peers } from '../../../cluster/peers.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Address of the client, when another gateway on the same database forwarded the request; else null. */
		forwardedFor: string | null;
		/** The client, as the forwarding gateway identified it; null: the request comes from the client itself. */
		forwardedClient: ForwardedClient | null;
		/** Whether the request has the forwarding header without a valid signature of another gateway. */
		isForgery: boolean;
	}
}

/**
 * Receives the requests that other gateways forward (`forwarding` sends them): reads the client and the request id from
 * the header before the caller is identified, and compares the body with the signed digest before anything else reads
 * it. Throws insufficient_permissions for another body.
 */
export const forwardedRequests = plugin(
	(app: FastifyInstance, { peers, clock }: { peers: Peers | null; clock: Clock }) => {
		app.decorateRequest('forwardedFor', null);
		app.decorateRequest('forwardedClient', null);
		app.decorateRequest('isForgery', false);
		if (peers === null) return Promise.resolve();
		const read = createForwardedReader(peers);
		const bodies = new WeakMap<FastifyRequest, Forwarded>();
		app.addHook('onRequest', (request, _reply, done) => {
			const header = request.headers[FORWARDED_HEADER];
			if (header === undefined) {
				done();
				return;
			}
			const forwarded = read(request, String(header), clock.now());
			if (forwarded === null) {
				request.isForgery = true;
				done();
				return;
			}
			bodies.set(request, forwarded);
			request.forwardedFor = forwarded.address;
			request.forwardedClient = forwarded.client ?? null;
			request.id = forwarded.requestId;
			done();
		});
		app.addHook('preParsing', async (request, _reply, payload) => {
			const forwarded = bodies.get(request);
			if (forwarded === undefined) return payload;
			const body = await readBody(payload, forwarded.bodyLength);
			if (body === null || bodyHashOf(body) !== forwarded.bodyHash) throw invalidForwarding();
			return Object.assign(Readable.from([body]), { receivedEncodedLength: body.length });
		});
		return Promise.resolve();
	},
);

/** Reads a body of a known length; null: it has another one. */
async function readBody(payload: AsyncIterable<unknown>, length: number): Promise<Buffer | null> {
	const chunks: Buffer[] = [];
	let received = 0;
	for await (const chunk of payload) {
		const bytes = chunk as Buffer;
		received += bytes.length;
		if (received > length) return null;
		chunks.push(bytes);
	}
	return received === length ? Buffer.concat(chunks) : null;
}

/** Returns the error for a forwarding header or body without a valid signature. */
export function invalidForwarding(): GatewayError {
	return new GatewayError(
		'insufficient_permissions',
		`The header ${FORWARDED_HEADER} is not the one of another gateway on the same database, or was used before.`,
	);
}
