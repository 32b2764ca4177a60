import type { MediaType } from './gateway-api.ts';
import type { ChannelMessage, GatewayClient } from './gateway-client.ts';

/** Milliseconds the gateway has to respond. */
const REQUEST_TIMEOUT = 60_000;

/** The gateway refused a request, or cannot be reached. */
export class GatewayRequestError extends Error {
	/** The gateway's error code; null: it cannot be reached. */
	readonly code: string | null;

	constructor(message: string, code: string | null = null) {
		super(message);
		this.name = 'GatewayRequestError';
		this.code = code;
	}
}

interface Content {
	type?: string;
	body?: string | FormData;
}

interface ErrorResponse {
	error?: { code: string; message: string };
}

/** A client of the gateway at an address, with an API key. */
export function createHttpGatewayClient(url: string, apiKey: string): GatewayClient {
	const authorization = `Bearer ${apiKey}`;

	async function send(method: string, path: string, content: Content = {}): Promise<unknown> {
		const { body = null, type } = content;
		const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) };
		const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
		const response = await fetch(url + path, { method, signal, headers, body }).catch((error: unknown) => {
			throw unreachable(url, error);
		});
		const result = (await response.json().catch(() => null)) as ErrorResponse | null;
		if (response.ok) return result;
		const { code = `status ${response.status}`, message = 'The gateway gave no reason.' } =
			result?.error ?? {};
		if (code === 'not_found' && path.startsWith('/simulator/')) throw notSimulated();
		throw new GatewayRequestError(`${message} (${code})`, code);
	}

	return {
		request(method, path, body) {
			if (body === undefined) return send(method, path);
			return send(method, path, { type: 'application/json', body: JSON.stringify(body) });
		},
		async upload({ name, content }) {
			const body = new FormData();
			body.set('file', content, name);
			const response = await send('POST', '/v1/media', { body });
			return (response as { data: { mediaUrl: string; mediaType: MediaType } }).data;
		},
		subscribe: (channels, onMessage) => subscribe(url, { apiKey, channels, onMessage }),
	};
}

interface Subscription {
	apiKey: string;
	channels: readonly string[];
	onMessage: (message: ChannelMessage) => void;
}

async function subscribe(url: string, { apiKey, channels, onMessage }: Subscription): Promise<() => void> {
	const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/realtime`);
	const pending = new Set(channels);
	const subscribed = Promise.withResolvers<undefined>();
	socket.onopen = () => {
		for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey }));
	};
	socket.onmessage = ({ data }) => {
		const message = JSON.parse(String(data)) as ChannelMessage;
		if (message.type === 'error') {
			subscribed.reject(
				new GatewayRequestError(message.error?.message ?? 'The gateway refused the real-time subscription.'),
			);
		}
		if (message.type === 'subscribed') pending.delete(message.channel ?? '');
		else onMessage(message);
		if (pending.size === 0) subscribed.resolve(undefined);
	};
	socket.onclose = () => {
		subscribed.reject(new GatewayRequestError(`The real-time connection to ${url}/v1/realtime closed.`));
	};
	try {
		await subscribed.promise;
	} catch (error) {
		// One refused channel leaves the connection open, which would keep the process from ending.
		socket.close();
		throw error;
	}
	return () => {
		socket.close();
	};
}

function unreachable(url: string, error: unknown): GatewayRequestError {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
	return new GatewayRequestError(
		`No gateway answers at ${url} (${cause}). Start it, or name another address with --gateway.`,
	);
}

function notSimulated(): GatewayRequestError {
	return new GatewayRequestError(
		'This gateway is not on the simulated network, so it has no simulated phones. Start one with GATEWAY_NETWORK=simulator.',
	);
}
