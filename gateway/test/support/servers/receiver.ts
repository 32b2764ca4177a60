import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from '../json.ts';
import { until } from '../until.ts';

export interface Received {
	headers: IncomingHttpHeaders;
	/** The body, byte for byte. */
	raw: string;
	/** The envelope in the body. */
	event: unknown;
	/** Returns the value at a dotted path in the envelope. */
	at: (path: string) => unknown;
}

export interface Receiver {
	url: string;
	port: number;
	/** All requests so far, oldest first. */
	requests: Received[];
	/** Waits for this many requests; returns all requests. */
	count(wanted: number): Promise<Received[]>;
	/** Waits for the first request that matches. */
	find(what: string, matches: (request: Received) => boolean): Promise<Received>;
	/** Sets the response to later requests; 200 by default. */
	answer(how: (response: ServerResponse, request: Received) => void): void;
	close(): Promise<void>;
}

/** Starts an HTTP receiver of webhooks on this machine, on a free port by default. */
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
		find: (what, matches) => until(what, () => requests.find(matches)),
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
