import type { HttpServer } from './httpServer.ts';
import { readBody, serve } from './httpServer.ts';

/** What a proxy answers in the gateway's place. */
export interface ProxyAnswer {
	status: number;
	body: string;
	headers?: Record<string, string>;
}

/**
 * A proxy in front of a gateway, as operators have one. `intercept` sees the number of each request, from 1 on,
 * and answers it in the gateway's place, or gives undefined to let it pass.
 */
export async function startProxy(
	gatewayUrl: string,
	intercept: (requestNumber: number) => ProxyAnswer | undefined,
): Promise<HttpServer & { requestCount(): number; lastBody(): string }> {
	let count = 0;
	let lastBody = '';
	const server = await serve((request, response) => {
		void (async () => {
			const body = await readBody(request);
			count++;
			lastBody = body.toString();
			const answer = intercept(count);
			if (answer) {
				response.writeHead(answer.status, answer.headers).end(answer.body);
				return;
			}
			const { authorization = '', 'content-type': type = '', 'idempotency-key': key = '' } = request.headers;
			const passed = await fetch(`${gatewayUrl}${request.url ?? '/'}`, {
				method: request.method ?? 'GET',
				headers: {
					authorization,
					...(type !== '' && { 'content-type': type }),
					...(key !== '' && { 'idempotency-key': String(key) }),
				},
				...(body.length > 0 && { body: Uint8Array.from(body) }),
			});
			response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
		})();
	});
	return { ...server, requestCount: () => count, lastBody: () => lastBody };
}
