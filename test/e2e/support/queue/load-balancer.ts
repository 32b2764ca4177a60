import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of the first attempt of a delivery. */
export type Fate =
	/** n8n's answer arrives at the gateway. */
	| 'answered'
	/** n8n receives it, and the connection ends before its answer. */
	| 'answer lost'
	/** n8n receives it, and the gateway gets the status 500. */
	| 'answered with 500'
	/** Both webhook processes receive it at the same time, as when a load balancer tries another server. */
	| 'sent twice';

export type LoadBalancer = {
	url: string;
	/** Number of deliveries with each fate. */
	fates: () => Partial<Record<Fate, number>>;
	/** The fates of the next deliveries, in turn. Without any, all are answered. */
	setFates: (fates: readonly Fate[]) => void;
	close: () => Promise<void>;
};

type Target = () => string;
type Forwarded = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/**
 * Starts the load balancer in front of n8n in queue mode. The webhook processes receive production URLs in turn, and
 * each further attempt of a delivery goes to another one than the attempt before. The main process receives the rest.
 */
export async function startLoadBalancer(main: Target, webhooks: readonly Target[]): Promise<LoadBalancer> {
	let fates: readonly Fate[] = [];
	let next = 0;
	const counts: Partial<Record<Fate, number>> = {};
	/** The number of the process that received the last attempt, by delivery. */
	const last = new Map<string, number>();

	function targetAt(index: number): string {
		const target = webhooks[index % webhooks.length];
		if (target === undefined) throw new Error('There is no webhook process.');
		return target();
	}

	async function deliver(request: http.IncomingMessage, body: Buffer): Promise<Forwarded | undefined> {
		const delivery = `${request.url ?? ''} ${String(request.headers['webhook-id'])}`;
		const before = last.get(delivery);
		const index = before === undefined ? next++ : before + 1;
		last.set(delivery, index);
		const fate = before === undefined ? (fates[index % fates.length] ?? 'answered') : 'answered';
		counts[fate] = (counts[fate] ?? 0) + 1;
		const [answer] = await Promise.all([
			forward(targetAt(index), request, body),
			...(fate === 'sent twice' ? [forward(targetAt(index + 1), request, body)] : []),
		]);
		if (fate === 'answer lost') return undefined;
		return fate === 'answered with 500' ? { status: 500, headers: {}, body: Buffer.alloc(0) } : answer;
	}

	async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const body = Buffer.concat(parts);
		const isProduction = /^\/webhook(-waiting)?\//.test(request.url ?? '');
		const answered = isProduction ? await deliver(request, body) : await forward(main(), request, body);
		if (answered === undefined) response.destroy();
		else response.writeHead(answered.status, answered.headers).end(answered.body);
	}

	const server = http.createServer((request, response) => {
		// A process that was killed: the gateway gets no answer either.
		answer(request, response).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		fates: () => counts,
		setFates(others) {
			fates = others;
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

/** Sends a request to a process of n8n and returns its response. */
async function forward(target: string, request: http.IncomingMessage, body: Buffer): Promise<Forwarded> {
	const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
	const options = { method: request.method, headers: request.headers };
	http
		.request(`${target}${request.url ?? ''}`, options, resolve)
		.on('error', reject)
		.end(body);
	const response = await promise;
	const parts: Buffer[] = [];
	for await (const part of response) parts.push(part as Buffer);
	return { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(parts) };
}
