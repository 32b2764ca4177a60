import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { FORWARDED_HEADER, readForwarded, signForwarded } from '../../cluster/forwarded-request.ts';
import type { Peer, Peers } from '../../cluster/peers.ts';

/** Milliseconds another gateway has to respond: longer than any request waits. */
const FORWARD_TIMEOUT = 60_000;
/** Largest response of another gateway, in bytes; files of messages are never forwarded. */
const RESPONSE_LIMIT = 16 * 1024 * 1024;
/** Headers of a request that are forwarded, and headers of the response that are returned. */
const REQUEST_HEADERS = [
	'authorization',
	'cookie',
	'x-csrf-token',
	'content-type',
	'idempotency-key',
	'accept',
] as const;
const RESPONSE_HEADERS = [
	'content-type',
	'content-disposition',
	'retry-after',
	'idempotency-replayed',
	'allow',
] as const;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The request needs the instance's connection, so the gateway with the instance's lease answers it. */
		requiresLease?: true;
	}
	interface FastifyRequest {
		/** Address of the client, when another gateway on the same database forwarded the request; else null. */
		forwardedFor: string | null;
	}
}

/** First half, before the caller is identified: takes the client's address and request id from a forwarded request. */
export const forwardedRequests = plugin(
	(app: FastifyInstance, { peers, clock }: { peers: Peers | null; clock: Clock }) => {
		app.decorateRequest('forwardedFor', null);
		if (peers === null) return Promise.resolve();
		app.addHook('onRequest', (request, _reply, done) => {
			const header = request.headers[FORWARDED_HEADER];
			if (typeof header === 'string') {
				const forwarded = readForwarded(peers.secret, request, header, clock.now());
				if (forwarded !== null) {
					request.forwardedFor = forwarded.address;
					request.id = forwarded.requestId;
				}
			}
			done();
		});
		return Promise.resolve();
	},
);

/**
 * Second half, after the request is validated and its caller authorized: forwards it to the gateway that has the
 * instance's lease.
 */
export const forwarding = plugin(
	(app: FastifyInstance, { peers, clock }: { peers: Peers | null; clock: Clock }) => {
		if (peers === null) return Promise.resolve();
		const agent = new Agent({
			connect: { timeout: 2000 },
			allowH2: false,
			maxResponseSize: RESPONSE_LIMIT,
		});
		app.addHook('onClose', () => agent.close());
		app.addHook('preHandler', async (request, reply) => {
			// Forwarded at most once: when the lease moves meanwhile, the client retries.
			if (request.routeOptions.config.requiresLease !== true || request.forwardedFor !== null) return;
			const instanceId = instanceOf(request);
			const peer = instanceId === null ? null : await peers.leaseHolder(instanceId);
			if (peer === null) return;
			const { method, url } = request;
			const origin = { requestId: request.id, address: request.ip, at: clock.now() };
			const header = signForwarded(peer.secret, { method, url }, origin);
			sendPeerResponse(reply, await forward(agent, peer, request, header));
			return reply;
		});
		return Promise.resolve();
	},
);

/** The instance a request is about: in its path, its body or its query. */
function instanceOf({ params, body, query }: FastifyRequest): string | null {
	for (const part of [params, body, query]) {
		if (typeof part !== 'object' || part === null || !('instanceId' in part)) continue;
		if (typeof part.instanceId === 'string') return part.instanceId;
	}
	return null;
}

/** The response of another gateway. Its body is read whole first, because that gateway may end while it sends it. */
interface PeerResponse extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
	body: Buffer;
}

async function forward(
	agent: Agent,
	peer: Peer,
	request: FastifyRequest,
	signature: string,
): Promise<PeerResponse> {
	const headers: Record<string, string> = { [FORWARDED_HEADER]: signature };
	for (const name of REQUEST_HEADERS) {
		const value = request.headers[name];
		if (typeof value === 'string') headers[name] = value;
	}
	try {
		const response = await agent.request({
			origin: peer.url,
			path: request.url,
			method: request.method as Dispatcher.HttpMethod,
			headers,
			body: request.body === undefined ? null : JSON.stringify(request.body),
			signal: AbortSignal.timeout(FORWARD_TIMEOUT),
		});
		const body = Buffer.from(await response.body.arrayBuffer());
		return { statusCode: response.statusCode, headers: response.headers, body };
	} catch (cause) {
		throw new GatewayError(
			'service_unavailable',
			'The gateway that runs this instance did not answer. Another one takes over; send the request again in a few seconds.',
			{ retryAfter: 3, cause },
		);
	}
}

function sendPeerResponse(reply: FastifyReply, response: PeerResponse): void {
	for (const name of RESPONSE_HEADERS) {
		const value = response.headers[name];
		if (value !== undefined) reply.header(name, value);
	}
	reply
		.code(response.statusCode)
		.serializer((content: Buffer) => content as unknown as string)
		.send(response.body);
}
