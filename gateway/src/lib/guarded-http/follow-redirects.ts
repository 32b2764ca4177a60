import type { Dispatcher } from 'undici';
import { faultOfUrl, RefusedUrl } from './outgoing-url.ts';
import type { Guard } from './target.ts';

/** Redirects that are followed for one request. */
export const REDIRECT_LIMIT = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const USER_AGENT = 'messaging-gateway/1';

/** A guarded way out: the agent checks the addresses it connects to, the guard says which URLs are asked at all. */
export interface GuardedClient {
	agent: Dispatcher;
	guard: Guard;
}

export interface GuardedRequest {
	method: 'HEAD' | 'GET';
	/** Names in lower case. */
	headers?: Record<string, string>;
	signal: AbortSignal;
}

/** The server sent from one address to the next more often than REDIRECT_LIMIT allows. */
export class TooManyRedirects extends Error {
	constructor() {
		super(`More than ${REDIRECT_LIMIT} redirects.`);
		this.name = 'TooManyRedirects';
	}
}

/**
 * Asks for a URL and follows its redirects, each checked like the first one. Gives the first answer that is no
 * redirect, its body unread. Throws RefusedUrl, RefusedTarget, TooManyRedirects, or what went wrong on the way.
 */
export async function requestFollowing(
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
		// Nobody waits for what a redirect says besides where to go.
		response.body.dump({ limit: 20_000, signal: request.signal }).catch(() => undefined);
		url = URL.parse(location, url.href);
	}
	throw new TooManyRedirects();
}

/** The look-up of a name cannot be aborted, so its result is no longer waited for. */
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
