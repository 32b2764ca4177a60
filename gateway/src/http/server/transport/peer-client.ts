import type { FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import {
	bodyHashOf,
	FORWARDED_HEADER,
	FORWARDED_REQUEST_HEADERS,
	signForwarded,
	type ForwardedClient,
} from '../../../cluster/forwarded-request.ts';
import type { Peer } from '../../../cluster/peers.ts';

/** Milliseconds another gateway has to accept a connection, and to respond: longer than any request waits. */
const CONNECT_TIMEOUT = 2000;
const FORWARD_TIMEOUT = 60_000;
/** Largest response of another gateway, in bytes; files of messages are never forwarded. */
const RESPONSE_LIMIT = 16 * 1024 * 1024;

/** The header that marks the refusal of a forwarded request, so that the forwarding gateway recognises it. */
export const REFUSED_HEADER = 'x-gateway-forwarded-refused';

/** The response of another gateway. Its body is read whole first, because that gateway may end while it sends it. */
export interface PeerResponse extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
	body: Buffer;
}

/** The path and the parsed body to send, and the client they come from. */
interface ForwardedContent {
	url: string;
	/** Sent as JSON; undefined: no body. */
	body: unknown;
	client: ForwardedClient;
}

/** Sends requests to the other gateways on the same database. */
export interface PeerClient {
	/** Throws service_unavailable where the other gateway does not answer, or refuses the signature. */
	forward(peer: Peer, request: FastifyRequest, content: ForwardedContent): Promise<PeerResponse>;
	close(): Promise<void>;
}

/** Creates the client. `newNonce` returns a text that no other request has. */
export function createPeerClient(clock: Clock, newNonce: () => string): PeerClient {
	const agent = new Agent({
		connect: { timeout: CONNECT_TIMEOUT },
		allowH2: false,
		maxResponseSize: RESPONSE_LIMIT,
	});
	return {
		async forward(peer, request, { url, body: parsed, client }) {
			const { method } = request;
			const headers = forwardedHeaders(request);
			const body = parsed === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(parsed));
			headers[FORWARDED_HEADER] = signForwarded(
				peer.secret,
				{ method, url, headers },
				{
					requestId: request.id,
					address: request.ip,
					at: clock.now(),
					nonce: newNonce(),
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
		},
		close: () => agent.close(),
	};
}

function forwardedHeaders(request: FastifyRequest): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const name of FORWARDED_REQUEST_HEADERS) {
		const value = request.headers[name];
		if (typeof value === 'string') headers[name] = value;
	}
	return headers;
}

/** The advice for a request that the other gateway may have handled. */
function adviceAfterSilence({ method, headers }: FastifyRequest): string {
	return method === 'GET' || headers['idempotency-key'] !== undefined
		? 'send the request again in a few seconds.'
		: 'in a few seconds, look whether the request took effect before you send it again.';
}
