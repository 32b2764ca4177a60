import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { FORWARDED_HEADER, readForwarded, signForwarded } from '../../cluster/forwarded-request.ts';
import type { Peers } from '../../cluster/peers.ts';
import type { Peer } from '../../store/cluster/processes.ts';

/** Milliseconds another gateway has to answer: longer than anything a request waits for. */
const DEADLINE = 60_000;
/** What a client told that matters to who answers, and what the answer tells that matters to the client. */
const PASSED_ON = [
	'authorization',
	'cookie',
	'x-csrf-token',
	'content-type',
	'idempotency-key',
	'accept',
] as const;
const PASSED_BACK = [
	'content-type',
	'content-disposition',
	'retry-after',
	'idempotency-replayed',
	'allow',
] as const;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The request needs the instance's connection: it is answered by the gateway that holds it. */
		requiresLease?: true;
	}
	interface FastifyRequest {
		/** Where the client is, when another gateway on the same database passed its request on. */
		forwardedFor: string | null;
	}
}

/** First half, before the caller is identified: believes what another gateway says of a request it passed on. */
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
 * Second half, once the request is validated and its caller may make it: passes on what another gateway has to
 * answer, because it holds the instance's connection.
 */
export const forwarding = plugin(
	(app: FastifyInstance, { peers, clock }: { peers: Peers | null; clock: Clock }) => {
		if (peers === null) return Promise.resolve();
		const agent = new Agent({ connect: { timeout: 2000 }, allowH2: false });
		app.addHook('onClose', () => agent.close());
		app.addHook('preHandler', async (request, reply) => {
			// A request is passed on once: should the lease have moved meanwhile, its client tries again.
			if (request.routeOptions.config.requiresLease !== true || request.forwardedFor !== null) return;
			const instanceId = instanceOf(request);
			const peer = instanceId === null ? null : await peers.leaseHolder(instanceId);
			if (peer === null) return;
			const { method, url } = request;
			const told = { requestId: request.id, address: request.ip, at: clock.now() };
			const header = signForwarded(peer.secret, { method, url }, told);
			passBack(reply, await passOn(agent, peer, request, header));
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

/** What another gateway answered, its body read to the end: it may be killed in the middle of it. */
interface PeerAnswer extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
	body: Buffer;
}

async function passOn(
	agent: Agent,
	peer: Peer,
	request: FastifyRequest,
	forwarded: string,
): Promise<PeerAnswer> {
	const headers: Record<string, string> = { [FORWARDED_HEADER]: forwarded };
	for (const name of PASSED_ON) {
		const value = request.headers[name];
		if (typeof value === 'string') headers[name] = value;
	}
	try {
		const answer = await agent.request({
			origin: peer.url,
			path: request.url,
			method: request.method as Dispatcher.HttpMethod,
			headers,
			body: request.body === undefined ? null : JSON.stringify(request.body),
			signal: AbortSignal.timeout(DEADLINE),
		});
		const body = Buffer.from(await answer.body.arrayBuffer());
		return { statusCode: answer.statusCode, headers: answer.headers, body };
	} catch (cause) {
		throw new GatewayError(
			'service_unavailable',
			'The gateway that holds this instance did not answer. Another one takes over; send the request again in a few seconds.',
			{ retryAfter: 3, cause },
		);
	}
}

function passBack(reply: FastifyReply, answer: PeerAnswer): void {
	for (const name of PASSED_BACK) {
		const value = answer.headers[name];
		if (value !== undefined) reply.header(name, value);
	}
	reply
		.code(answer.statusCode)
		.serializer((content: Buffer) => content as unknown as string)
		.send(answer.body);
}
