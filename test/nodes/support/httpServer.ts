import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
	url: string;
	close(): Promise<void>;
}

/** Starts an HTTP server on a free loopback port. */
export async function startHttpServer(listener: RequestListener): Promise<HttpServer> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	// A server that a failed test left open must not keep the test run from ending.
	server.unref().on('connection', (socket) => socket.unref());
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
