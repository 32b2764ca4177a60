import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from './json.ts';
import { until } from './until.ts';

export interface Received {
	headers: IncomingHttpHeaders;
	/** The body, byte for byte. */
	raw: string;
	/** The envelope in it. */
	event: unknown;
	/** What a dotted path leads to in the envelope. */
	at: (path: string) => unknown;
}

export interface Receiver {
	url: string;
	port: number;
	/** Every request so far, oldest first. */
	requests: Received[];
	/** Resolves with all requests when there are as many. */
	count(wanted: number): Promise<Received[]>;
	/** Resolves with the first request that fits. */
	find(what: string, fits: (request: Received) => boolean): Promise<Received>;
	/** How the next requests are answered; 200 unless told otherwise. */
	answer(how: (response: ServerResponse, request: Received) => void): void;
	close(): Promise<void>;
}

/** A real HTTP receiver of webhooks on this machine; on a free port unless one is given. */
export async function startReceiver(port = 0): Promise<Receiver> {
	const requests: Received[] = [];
	let answer: (response: ServerResponse, request: Received) => void = (response) => response.end();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const raw = Buffer.concat(chunks).toString();
			const event: unknown = JSON.parse(raw);
			const received = { headers: request.headers, raw, event, at: (inside: string) => at(event, inside) };
			requests.push(received);
			answer(response, received);
		});
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const address = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}/hook`,
		port: address.port,
		requests,
		count: (wanted) => until(`${wanted} requests`, () => requests.length >= wanted && requests),
		find: (what, fits) => until(what, () => requests.find(fits)),
		answer(how) {
			answer = how;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}
