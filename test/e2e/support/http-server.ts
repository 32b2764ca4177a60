import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request with its body. */
export type ReceivedRequest = { method: string; path: string; body: Buffer };

export type Response = { status: number; type?: string; body?: string | Buffer };

export type HttpServer = { url: string; close: () => Promise<void> };

/** Starts an HTTP server on a free loopback port. */
export async function startHttpServer(answer: (request: ReceivedRequest) => Response): Promise<HttpServer> {
	const server = http.createServer((incoming, response) => {
		const parts: Buffer[] = [];
		incoming.on('data', (part: Buffer) => parts.push(part));
		incoming.on('end', () => {
			const { method = '', url = '' } = incoming;
			const request = { method, path: decodeURI(url), body: Buffer.concat(parts) };
			const { status, type = 'application/json', body } = answer(request);
			response.writeHead(status, { 'content-type': type }).end(body);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
