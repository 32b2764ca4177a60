import type { HttpServer } from './httpServer.ts';
import { readBody, startHttpServer } from './httpServer.ts';

/** A response that the proxy sends instead of the gateway. */
export interface ProxyResponse {
	status: number;
	body: string;
	headers?: Record<string, string>;
}

/**
 * Starts a proxy in front of a gateway. `intercept` gets the number of each request, starting at 1, and returns the
 * response to send, or undefined to forward the request.
 */
export async function startProxy(
	gatewayUrl: string,
	intercept: (requestNumber: number) => ProxyResponse | undefined,
): Promise<HttpServer & { requestCount(): number; lastBody(): string }> {
	let count = 0;
	let lastBody = '';
	const server = await startHttpServer((request, response) => {
		void (async () => {
			const body = await readBody(request);
			count++;
			lastBody = body.toString();
			const substitute = intercept(count);
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
			response
				.writeHead(forwarded.status, { 'content-type': 'application/json' })
				.end(await forwarded.text());
		})();
	});
	return { ...server, requestCount: () => count, lastBody: () => lastBody };
}
