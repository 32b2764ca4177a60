import type { IncomingMessage } from 'node:http';

import type { HttpServer } from './httpServer.ts';
import { readBody, startHttpServer } from './httpServer.ts';

/** A response that the proxy sends instead of the gateway. */
export interface ProxyResponse {
	status: number;
	body: string;
	headers?: Record<string, string>;
}

/**
 * Starts a proxy in front of a gateway. `intercept` gets each request with its number, starting at 1, and returns
 * the response to send, or undefined to forward the request. Where `losesResponse` returns true for its number, a request
 * is forwarded and its client gets no response.
 */
export async function startProxy(
	gatewayUrl: string,
	intercept: (
		requestNumber: number,
		request: IncomingMessage,
	) => Promise<ProxyResponse | undefined> | ProxyResponse | undefined,
	losesResponse: (requestNumber: number) => boolean = () => false,
): Promise<HttpServer & { requestCount(): number; lastBody(): string }> {
	let count = 0;
	let lastBody = '';
	const server = await startHttpServer((request, response) => {
		void (async () => {
			const body = await readBody(request);
			const requestNumber = ++count;
			lastBody = body.toString();
			const substitute = await intercept(requestNumber, request);
			if (substitute) {
				response.writeHead(substitute.status, substitute.headers).end(substitute.body);
				return;
			}
			const { authorization = '', 'content-type': type = '', 'idempotency-key': key = '' } = request.headers;
			const forwarded = await fetch(`${gatewayUrl}${request.url ?? '/'}`, {
				method: request.method ?? 'GET',
				headers: {
					authorization,
					...(type !== '' && { 'content-type': type }),
					...(key !== '' && { 'idempotency-key': String(key) }),
				},
				...(body.length > 0 && { body: Uint8Array.from(body) }),
			});
			const text = await forwarded.text();
			if (losesResponse(requestNumber)) request.socket.destroy();
			else response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(text);
		})();
	});
	return { ...server, requestCount: () => count, lastBody: () => lastBody };
}
