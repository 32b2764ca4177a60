import type { Dispatcher } from 'undici';
import { faultOfUrl, RefusedUrl } from './outgoing-url.ts';
import type { Guard } from './target.ts';

/** Redirects the client follows for one request. */
export const REDIRECT_LIMIT = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const USER_AGENT = 'messaging-gateway/1';

/** The agent checks the addresses it connects to; the guard decides which URLs may be requested. */
export interface GuardedClient {
	agent: Dispatcher;
	guard: Guard;
}

export interface GuardedRequest {
	method: 'HEAD' | 'GET';
	/** Header names are in lower case. */
	headers?: Record<string, string>;
	signal: AbortSignal;
}

/** The server redirected the request more than REDIRECT_LIMIT times. */
export class TooManyRedirects extends Error {
	constructor() {
		super(`More than ${REDIRECT_LIMIT} redirects.`);
		this.name = 'TooManyRedirects';
	}
}

/**
 * Requests a URL and follows its redirects, each of which is checked like the first URL. Returns the first response
 * that is no redirect, with its body unread. Throws RefusedUrl, RefusedTarget, TooManyRedirects, or the error of the
 * connection.
 */
export async function requestFollowingRedirects(
	{ agent, guard }: GuardedClient,
	text: string,
	request: GuardedRequest,
): Promise<Dispatcher.ResponseData> {
	let url = URL.parse(text);
	for (let redirects = 0; redirects <= REDIRECT_LIMIT; redirects += 1) {
		const fault = await beforeAbort(faultOfUrl(guard, url), request.signal);
		if (fault !== null || url === null) throw new RefusedUrl(fault ?? 'malformed');
		const response = await agent.request({
			origin: url.origin,
			path: url.pathname + url.search,
			method: request.method,
			headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': USER_AGENT, ...request.headers },
			signal: request.signal,
		});
		const { location } = response.headers;
		if (!REDIRECTS.includes(response.statusCode) || typeof location !== 'string') return response;
		// The body of a redirect is not used; reading it frees the connection.
		response.body.dump({ limit: 20_000, signal: request.signal }).catch(() => undefined);
		url = URL.parse(location, url.href);
	}
	throw new TooManyRedirects();
}

/** Rejects when the signal aborts: a DNS lookup cannot be aborted, so the caller stops waiting for it. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise, resolve, reject } = Promise.withResolvers<T>();
	const abort = (): void => {
		reject(signal.reason as Error);
	};
	if (signal.aborted) abort();
	signal.addEventListener('abort', abort, { once: true });
	work.then(resolve, reject).finally(() => {
		signal.removeEventListener('abort', abort);
	});
	return promise;
}
