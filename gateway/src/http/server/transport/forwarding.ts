import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import type { Peer, Peers } from '../../../cluster/peers.ts';
import { findMessage } from '../../../store/messages/messages.ts';
import type { Db } from '../../../store/schema.ts';
import { proxyUserOf, type SignInProxy } from '../../../access/users/proxy-sign-in.ts';
import { invalidForwarding } from './forwarded-requests.ts';
import { createPeerClient, REFUSED_HEADER, type PeerResponse } from './peer-client.ts';

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

interface ForwardingOptions {
	peers: Peers | null;
	clock: Clock;
	/** Returns a text that no other request has. */
	newNonce: () => string;
	read: Db;
	/** Signs people in; null: there is none. */
	proxy: SignInProxy | null;
}

/**
 * Forwards a request to the gateway that has the instance's lease, once its caller is counted and authorized. Refuses a
 * request with an invalid forwarding header with insufficient_permissions, because no client sends the header by accident.
 */
export const forwarding = plugin((app: FastifyInstance, options: ForwardingOptions) => {
	const { peers, clock, newNonce, read, proxy } = options;
	if (peers === null) {
		app.decorate('forwardInPlaceOf', () => Promise.resolve(null));
		return Promise.resolve();
	}
	const client = createPeerClient(clock, newNonce);
	app.addHook('onClose', () => client.close());
	app.addHook('onRequest', (request, reply, done) => {
		if (request.isForgery) reply.header(REFUSED_HEADER, 'true');
		done(request.isForgery ? invalidForwarding() : undefined);
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
		const proxyUser = proxyUserOf(proxy, request.raw);
		return client.forward(peer, request, { url, body, client: { protocol, host, proxyUser } });
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
