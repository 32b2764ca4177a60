import type { MediaType } from './gateway-api.ts';
import type { ChannelMessage, GatewayPort } from './gateway-client.ts';

/** Milliseconds the gateway has to answer. */
const DEADLINE = 60_000;

/** What the gateway refused, or that it cannot be reached. */
export class GatewayRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'GatewayRefusal';
	}
}

interface Content {
	type?: string;
	body?: string | FormData;
}

interface Answer {
	error?: { code: string; message: string };
}

/** A gateway reached at its address, with an API key. */
export function keyClient(url: string, apiKey: string): GatewayPort {
	const authorization = `Bearer ${apiKey}`;

	async function request(method: string, path: string, content: Content = {}): Promise<unknown> {
		const { body = null, type } = content;
		const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) };
		const signal = AbortSignal.timeout(DEADLINE);
		const response = await fetch(url + path, { method, signal, headers, body }).catch((error: unknown) => {
			throw outOfReach(url, error);
		});
		const answer = (await response.json().catch(() => null)) as Answer | null;
		if (response.ok) return answer;
		const { code = `status ${response.status}`, message = 'The gateway gave no reason.' } =
			answer?.error ?? {};
		if (code === 'not_found' && path.startsWith('/simulator/')) throw notSimulated();
		throw new GatewayRefusal(`${message} (${code})`);
	}

	return {
		ask(method, path, body) {
			if (body === undefined) return request(method, path);
			return request(method, path, { type: 'application/json', body: JSON.stringify(body) });
		},
		async upload({ name, content }) {
			const body = new FormData();
			body.set('file', content, name);
			const answer = await request('POST', '/v1/media', { body });
			return (answer as { data: { mediaUrl: string; mediaType: MediaType } }).data;
		},
		listen: (channels, hear) => listen(url, { apiKey, channels, hear }),
	};
}

interface Subscription {
	apiKey: string;
	channels: readonly string[];
	hear: (message: ChannelMessage) => void;
}

async function listen(url: string, { apiKey, channels, hear }: Subscription): Promise<() => void> {
	const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/realtime`);
	const missing = new Set(channels);
	const subscribed = Promise.withResolvers<undefined>();
	socket.onopen = () => {
		for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey }));
	};
	socket.onmessage = ({ data }) => {
		const message = JSON.parse(String(data)) as ChannelMessage;
		if (message.type === 'error') {
			subscribed.reject(new GatewayRefusal(message.error?.message ?? 'The real-time channel was refused.'));
		}
		if (message.type === 'subscribed') missing.delete(message.channel ?? '');
		else hear(message);
		if (missing.size === 0) subscribed.resolve(undefined);
	};
	socket.onclose = () => {
		subscribed.reject(new GatewayRefusal(`The real-time channel at ${url}/v1/realtime closed.`));
	};
	try {
		await subscribed.promise;
	} catch (error) {
		// A channel that is refused leaves the others open, and the process with them.
		socket.close();
		throw error;
	}
	return () => {
		socket.close();
	};
}

function outOfReach(url: string, error: unknown): GatewayRefusal {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
	return new GatewayRefusal(
		`No gateway answers at ${url} (${cause}). Start it, or name another address with --gateway.`,
	);
}

function notSimulated(): GatewayRefusal {
	return new GatewayRefusal(
		'This gateway is not on the simulated network, so there are no phones to play with. Start one with GATEWAY_NETWORK=simulator.',
	);
}
