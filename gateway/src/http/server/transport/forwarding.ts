import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import {
	bodyHashOf,
	createForwardedReader,
	FORWARDED_HEADER,
	FORWARDED_REQUEST_HEADERS,
	signForwarded,
	type Forwarded,
	type ForwardedClient,
} from '../../../cluster/forwarded-request.ts';
import type { Peer, Peers } from '../../../cluster/peers.ts';
import { findMessage } from '../../../store/messages/messages.ts';
import type { Db } from '../../../store/schema.ts';
import { proxyUserOf, type SignInProxy } from '../../../access/users/proxy-sign-in.ts';

/** Milliseconds another gateway has to respond: longer than any request waits. */
const FORWARD_TIMEOUT = 60_000;
/** Largest response of another gateway, in bytes; files of messages are never forwarded. */
const RESPONSE_LIMIT = 16 * 1024 * 1024;
/** Headers of a response that are returned. */
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
		/** The client, as the forwarding gateway identified it; null: the request comes from the client itself. */
		forwardedClient: ForwardedClient | null;
		/** Whether the request has the forwarding header without a valid signature of another gateway. */
		isForgery: boolean;
	}
	interface FastifyInstance {
		/**
		 * Sends another path and body in place of a request to the gateway that has the lease of an instance. Returns its
		 * status; null: no other gateway has the lease. Throws service_unavailable where that gateway does not answer.
		 */
		forwardInPlaceOf: (request: FastifyRequest, other: ForwardedInPlace) => Promise<number | null>;
	}
}

interface ForwardedInPlace {
	instanceId: string;
	path: string;
	/** Sent as JSON. */
	body: unknown;
}

/** The header that marks the refusal of a forwarded request, so that the forwarding gateway recognises it. */
const REFUSED_HEADER = 'x-gateway-forwarded-refused';

/**
 * First half, before the caller is identified: reads the client and the request id from a forwarded request. Compares
 * its body with the signed digest before anything else reads it. Throws insufficient_permissions for another body.
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
			if (body === null || bodyHashOf(body) !== forwarded.bodyHash) throw notForwarded();
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

function notForwarded(): GatewayError {
	return new GatewayError(
		'insufficient_permissions',
		`The header ${FORWARDED_HEADER} is not the one of another gateway on the same database, or was used before.`,
	);
}

interface ForwardingOptions {
	peers: Peers | null;
	clock: Clock;
	read: Db;
	/** Signs people in; null: there is none. */
	proxy: SignInProxy | null;
}

/**
 * Second half, after the caller is counted and authorized: refuses a request with an invalid forwarding header, because
 * no client sends the header by accident. Forwards a valid one to the gateway that has the instance's lease. Throws
 * insufficient_permissions.
 */
export const forwarding = plugin((app: FastifyInstance, { peers, clock, read, proxy }: ForwardingOptions) => {
	if (peers === null) {
		app.decorate('forwardInPlaceOf', () => Promise.resolve(null));
		return Promise.resolve();
	}
	const agent = new Agent({
		connect: { timeout: 2000 },
		allowH2: false,
		maxResponseSize: RESPONSE_LIMIT,
	});
	app.addHook('onClose', () => agent.close());
	app.addHook('onRequest', (request, reply, done) => {
		if (request.isForgery) reply.header(REFUSED_HEADER, 'true');
		done(request.isForgery ? notForwarded() : undefined);
	});
	app.addHook('preHandler', async (request, reply) => {
		// Forwarded at most once: when the lease moves meanwhile, the client retries.
		if (request.routeOptions.config.requiresLease !== true || request.forwardedFor !== null) return;
		const instanceId = await instanceOf(request, read);
		const peer = instanceId === null ? null : await peers.leaseHolder(instanceId);
		if (peer === null) return;
		sendPeerResponse(reply, await forwardTo(peer, request));
		return reply;
	});
	app.decorate('forwardInPlaceOf', async (request, { instanceId, path, body }) => {
		const peer = await peers.leaseHolder(instanceId);
		if (peer === null) return null;
		return (await forwardTo(peer, request, { url: path, body })).statusCode;
	});

	function forwardTo(
		peer: Peer,
		request: FastifyRequest,
		{ url, body }: Pick<FastifyRequest, 'url' | 'body'> = request,
	): Promise<PeerResponse> {
		const { protocol, host } = request;
		const client = { protocol, host, proxyUser: proxyUserOf(proxy, request.raw) };
		return forward(agent, peer, request, { url, body, client, now: clock.now() });
	}
	return Promise.resolve();
});

/** The instance a request is about: in its path, its body or its query, or that of the message in its path. */
async function instanceOf({ params, body, query }: FastifyRequest, read: Db): Promise<string | null> {
	for (const part of [params, body, query]) {
		const instanceId = textIn(part, 'instanceId');
		if (instanceId !== null) return instanceId;
	}
	const messageId = textIn(params, 'messageId');
	return messageId === null ? null : ((await findMessage(read, messageId))?.instance_id ?? null);
}

function textIn(part: unknown, field: string): string | null {
	const value: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, field) : null;
	return typeof value === 'string' ? value : null;
}

/** The response of another gateway. Its body is read whole first, because that gateway may end while it sends it. */
interface PeerResponse extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
	body: Buffer;
}

async function forward(
	agent: Agent,
	peer: Peer,
	request: FastifyRequest,
	{ url, body: parsed, client, now }: { url: string; body: unknown; client: ForwardedClient; now: number },
): Promise<PeerResponse> {
	const { method } = request;
	const headers: Record<string, string> = {};
	for (const name of FORWARDED_REQUEST_HEADERS) {
		const value = request.headers[name];
		if (typeof value === 'string') headers[name] = value;
	}
	const body = parsed === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(parsed));
	headers[FORWARDED_HEADER] = signForwarded(
		peer.secret,
		{ method, url, headers },
		{
			requestId: request.id,
			address: request.ip,
			at: now,
			nonce: randomUUID(),
			target: peer.id,
			bodyHash: bodyHashOf(body),
			bodyLength: body.length,
			client,
		},
	);
	try {
		const response = await agent.request({
			origin: peer.url,
			path: url,
			method: method as Dispatcher.HttpMethod,
			headers,
			body: body.length === 0 ? null : body,
			signal: AbortSignal.timeout(FORWARD_TIMEOUT),
		});
		const content = Buffer.from(await response.body.arrayBuffer());
		// Another process may listen there now, or the clocks of the machines differ too much.
		if (response.headers[REFUSED_HEADER] !== undefined)
			throw new Error('The other gateway refused the request.');
		return { statusCode: response.statusCode, headers: response.headers, body: content };
	} catch (cause) {
		throw new GatewayError(
			'service_unavailable',
			`The gateway that runs this instance did not answer. Another one takes over the instance; ${adviceAfterSilence(request)}`,
			{ retryAfter: 3, cause },
		);
	}
}

/** The advice for a request that the other gateway may have handled. */
function adviceAfterSilence({ method, headers }: FastifyRequest): string {
	return method === 'GET' || headers['idempotency-key'] !== undefined
		? 'send the request again in a few seconds.'
		: 'in a few seconds, look whether the request took effect before you send it again.';
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
