import { Readable } from 'node:stream';
import { Agent, FormData, type Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import { GraphError, graphErrorOf, NO_FILE } from './graph-error.ts';

/** Milliseconds to open a connection to Meta, and to wait for the next part of an answer. */
const CONNECT_TIMEOUT = 5000;
const ANSWER_TIMEOUT = 30_000;
/** Connections to Meta at the same time, of all instances. */
const CONNECTIONS = 64;
/** Largest answer in JSON, in bytes: a page of templates is the longest there is. */
const ANSWER_LIMIT = 8 * 1024 * 1024;

export interface GraphRequest {
	/** Below the version, such as `/1065/messages`. */
	path: string;
	query?: Readonly<Record<string, string>>;
	/** Sent with POST: an object as JSON, or a form. */
	body?: object | FormData;
	token: string;
	/** Ends the request before it is answered. */
	signal?: AbortSignal;
}

/** Meta's Graph API. */
export interface Graph {
	/**
	 * The parsed answer, and the milliseconds it took. Throws GraphError, Unanswered, or what went wrong before Meta
	 * was reached.
	 */
	ask(request: GraphRequest): Promise<{ answer: unknown; took: number }>;
	/** A file at an address that an answer named. Throws GraphError, or what went wrong on the way. */
	download(url: string, token: string, signal: AbortSignal): Promise<Dispatcher.ResponseData>;
	close(): Promise<void>;
}

/** A body that Meta may have taken, without giving an answer. */
export class Unanswered extends Error {
	constructor(cause: unknown) {
		super('Meta did not answer.', { cause });
		this.name = 'Unanswered';
	}
}

export function createGraph(baseUrl: string, clock: Clock): Graph {
	const { origin, pathname } = new URL(baseUrl);
	const agent = new Agent({
		allowH2: false,
		connections: CONNECTIONS,
		connect: { timeout: CONNECT_TIMEOUT },
		headersTimeout: ANSWER_TIMEOUT,
		bodyTimeout: ANSWER_TIMEOUT,
	});

	return {
		async ask({ path, query, body, token, signal }) {
			const begun = clock.now();
			const content = contentOf(body);
			let response: Dispatcher.ResponseData;
			let answer: unknown;
			try {
				response = await agent.request({
					origin,
					path: pathname + path,
					method: body === undefined ? 'GET' : 'POST',
					...(query === undefined ? {} : { query }),
					...(signal === undefined ? {} : { signal }),
					headers: { ...headersOf(token), ...content.headers },
					body: content.body,
				});
				answer = await parsed(response);
			} catch (error) {
				throw content.isUnderWay() ? new Unanswered(error) : error;
			}
			if (response.statusCode >= 200 && response.statusCode < 300) {
				return { answer, took: Math.max(0, clock.now() - begun) };
			}
			throw graphErrorOf(response, answer);
		},
		async download(text, token, signal) {
			const url = new URL(text);
			// The token goes to nobody who could read it on the way.
			if (url.protocol !== 'https:' && url.origin !== origin) {
				throw new GraphError({ status: 0, code: NO_FILE, text: 'The file is not served over HTTPS.' });
			}
			const response = await agent.request({
				origin: url.origin,
				path: url.pathname + url.search,
				method: 'GET',
				headers: headersOf(token),
				signal,
			});
			if (response.statusCode === 200) return response;
			const refused = graphErrorOf(response, await parsed(response));
			// The address was named a moment ago to this very token: what is not there now will not be there later.
			if (refused.status >= 500 || refused.status === 429) throw refused;
			throw new GraphError({ status: 404, code: NO_FILE, text: refused.message });
		},
		close: () => agent.destroy(),
	};
}

function headersOf(token: string): Record<string, string> {
	return { authorization: `Bearer ${token}`, accept: '*/*', 'user-agent': 'messaging-gateway/1' };
}

/** A body as it is sent, and whether any of JSON has been asked for: from then on Meta may have it. */
function contentOf(body: GraphRequest['body']): {
	body: Readable | FormData | null;
	headers: Record<string, string>;
	isUnderWay: () => boolean;
} {
	if (body === undefined || body instanceof FormData) {
		return { body: body ?? null, headers: {}, isUnderWay: () => false };
	}
	const bytes = Buffer.from(JSON.stringify(body));
	let underWay = false;
	function* lazily(): Generator<Buffer> {
		underWay = true;
		yield bytes;
	}
	return {
		body: Readable.from(lazily(), { objectMode: false }),
		headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
		isUnderWay: () => underWay,
	};
}

/** The answer as JSON; null where it is none, as a proxy's page is not. */
async function parsed({ body }: Dispatcher.ResponseData): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > ANSWER_LIMIT) throw new Error('The answer of the Graph API is too large.');
		chunks.push(chunk);
	}
	try {
		return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
	} catch {
		return null;
	}
}
