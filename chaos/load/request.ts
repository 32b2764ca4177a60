import type { GatewayProcess } from '../../bench/server/gateway.ts';

/** Milliseconds after which a request is aborted. */
const REQUEST_TIMEOUT = 10_000;

/** The response to a request; status 0: no response. */
export interface Reply {
	status: number;
	body: unknown;
}

/** Sends one request. Never throws, because a gateway may be killed during the request. */
export async function request(
	{ url, key }: Pick<GatewayProcess, 'url' | 'key'>,
	method: string,
	path: string,
	body?: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
	try {
		const response = await fetch(url + path, {
			method,
			headers: {
				authorization: `Bearer ${key}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT),
		});
		return { status: response.status, body: await response.json() };
	} catch {
		return { status: 0, body: null };
	}
}
