import { Readable } from 'node:stream';
import { Agent, FormData, type Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import { parsedAnswer } from './graph-answer.ts';
import { GraphError, graphErrorOf, NO_FILE } from './graph-error.ts';
import { addressOfFile } from '../files/meta-hosts.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

/** Milliseconds to open a connection to Meta. */
const CONNECT_TIMEOUT = 5000;
/** For an answer in JSON, and for a file: a stalled one ends, and so does one that trickles for ever. */
const ANSWER_TIME = { idle: 30_000, total: 120_000 };
const FILE_TIME = { idle: 30_000, total: 600_000 };
/** Statuses below 500 after which a file may be had later. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);
/** Connections to Meta at the same time, of all instances. */
const CONNECTIONS = 64;

export interface GraphRequest {
	/** Below the version, such as `/1065/messages`. */
	path: string;
	query?: Readonly<Record<string, string>>;
	/** Sent with POST: an object as JSON, or a form. */
	body?: object | FormData;
	token: string;
	/** Each ends the request before it is answered. */
	signals?: readonly AbortSignal[];
}

/** Meta's Graph API. */
export interface Graph {
	/**
	 * The parsed answer, and the milliseconds it took. Throws GraphError, Unanswered, or what went wrong before Meta
	 * was reached.
	 */
	ask(request: GraphRequest): Promise<{ answer: unknown; took: number }>;
	/**
	 * The bytes of a file at an address that an answer named. Throws GraphError, or what went wrong on the way; the
	 * bytes end with such an error too.
	 */
	download(url: string, token: string, signal: AbortSignal): Promise<DownloadedFile>;
	close(): Promise<void>;
}

export interface DownloadedFile {
	bytes: AsyncIterable<Uint8Array>;
	/** Whether the answer says how long it is, so that an end that comes too early is an error. */
	knowsItsLength: boolean;
}

/** A body that Meta may have taken, without giving an answer of its own. */
export class Unanswered extends Error {
	constructor(cause: unknown) {
		super('Meta did not answer.', { cause });
		this.name = 'Unanswered';
	}
}

export function createGraph(baseUrl: string, clock: Clock): Graph {
	const base = new URL(baseUrl);
	const agent = new Agent({
		allowH2: false,
		connections: CONNECTIONS,
		connect: { timeout: CONNECT_TIMEOUT },
		// Each request has limits of its own; what is no request any more is not waited for longer than these.
		headersTimeout: ANSWER_TIME.idle,
		bodyTimeout: ANSWER_TIME.idle,
	});

	async function request(
		options: Dispatcher.RequestOptions,
		limit: TimeLimit,
	): Promise<Dispatcher.ResponseData> {
		const response = await agent.request({ ...options, signal: limit.signal });
		// Its end may come at any moment, also while nobody reads: whoever reads then meets it as a rejection.
		response.body.on('error', () => undefined);
		limit.moved();
		return response;
	}

	return {
		async ask({ path, query, body, token, signals = [] }) {
			const begun = clock.now();
			const content = contentOf(body);
			const limit = startTimeLimit(clock, ANSWER_TIME, signals);
			let response: Dispatcher.ResponseData;
			let answer: unknown;
			try {
				response = await request(
					{
						origin: base.origin,
						path: base.pathname + path,
						method: body === undefined ? 'GET' : 'POST',
						...(query === undefined ? {} : { query }),
						headers: { ...headersOf(token), ...content.headers },
						body: content.body,
					},
					limit,
				);
				answer = await parsedAnswer(response, limit.moved);
			} catch (error) {
				throw content.isUnderWay() ? new Unanswered(error) : error;
			} finally {
				limit.stop();
			}
			const { statusCode } = response;
			if (statusCode >= 200 && statusCode < 300 && answer !== undefined) {
				return { answer, took: Math.max(0, clock.now() - begun) };
			}
			const refused = graphErrorOf(response, answer);
			// Without a code it is not Meta that speaks, but something on the way: Meta may have the body all the same.
			throw refused.code === null && content.isUnderWay() ? new Unanswered(refused) : refused;
		},
		async download(text, token, signal) {
			const url = addressOfFile(text, base);
			if (url === null) {
				throw new GraphError({ status: 0, code: NO_FILE, text: 'The file is not on one of its own hosts.' });
			}
			const limit = startTimeLimit(clock, FILE_TIME, [signal]);
			try {
				const response = await request(
					{
						origin: url.origin,
						path: url.pathname + url.search,
						method: 'GET',
						headers: headersOf(token),
					},
					limit,
				);
				if (response.statusCode !== 200) {
					const refused = graphErrorOf(response, await parsedAnswer(response, limit.moved));
					// The address was named a moment ago to this very token: what is not there now will not be there later.
					if (refused.status >= 500 || LATER.has(refused.status)) throw refused;
					throw new GraphError({ status: 404, code: NO_FILE, text: refused.message });
				}
				if (isEncoded(response)) {
					response.body.destroy();
					throw new Error('The file was sent compressed, which was not asked for.');
				}
				return {
					bytes: bytesOf(response, limit),
					knowsItsLength: response.headers['content-length'] !== undefined,
				};
			} catch (error) {
				limit.stop();
				throw error;
			}
		},
		close: () => agent.destroy(),
	};
}

async function* bytesOf({ body }: Dispatcher.ResponseData, limit: TimeLimit): AsyncGenerator<Uint8Array> {
	try {
		for await (const chunk of body as AsyncIterable<Buffer>) {
			limit.moved();
			yield chunk;
		}
	} finally {
		limit.stop();
		body.destroy();
	}
}

function isEncoded({ headers }: Dispatcher.ResponseData): boolean {
	const encoding = headers['content-encoding'];
	return encoding !== undefined && String(encoding).toLowerCase() !== 'identity';
}

function headersOf(token: string): Record<string, string> {
	return {
		authorization: `Bearer ${token}`,
		accept: '*/*',
		// Nothing is decompressed here, so that nothing small becomes large.
		'accept-encoding': 'identity',
		'user-agent': 'messaging-gateway/1',
	};
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
