import { Readable } from 'node:stream';
import { Agent, errors, FormData, type Dispatcher } from 'undici';
import type { Clock } from '../../../domain/clock.ts';
import { isRetryableStatus } from '../../../lib/errors/retryable-status.ts';
import { parseResponse } from './parse-response.ts';
import { classifyError } from './error-class.ts';
import { GraphError, toGraphError, MEDIA_DOWNLOAD_ERROR } from './graph-error.ts';
import { getPath } from './json.ts';
import { trustedFileUrl } from '../files/trusted-file-url.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

/** Milliseconds to open a connection to Meta. */
const CONNECT_TIMEOUT = 5000;
/** The timeouts of a JSON response, and of a file. The total timeout ends a response that arrives too slowly. */
const RESPONSE_TIMEOUTS = { idle: 30_000, total: 120_000 };
const FILE_TIMEOUTS = { idle: 30_000, total: 600_000 };
/**
 * The timeouts of an upload, which suffice for the largest file on a slow line. Only the HTTP client knows whether it
 * progresses; see STALLED_AFTER.
 */
const UPLOAD_TIMEOUTS = { idle: 900_000, total: 900_000 };
/** Milliseconds after which an upload has stalled: it sends nothing, or gets no response once it is complete. */
const STALLED_AFTER = 120_000;
const TOO_MANY_REQUESTS = 429;
/** The maximum number of connections to Meta, for all instances together. */
const MAX_CONNECTIONS = 64;

export interface GraphRequest {
	/** The path after the version, such as `/1065/messages`. */
	path: string;
	query?: Readonly<Record<string, string>>;
	/** Absent: POST with a body, GET without. */
	method?: 'POST' | 'DELETE';
	/** An object is sent as JSON, a form as it is, and bytes as a file. */
	body?: object | FormData | Buffer;
	/** Headers in place of, or beside, the usual ones. */
	headers?: Readonly<Record<string, string>>;
	token: string;
	/** Each of these signals aborts the request. */
	signals?: readonly AbortSignal[];
}

/** Meta's Graph API. */
export interface Graph {
	/**
	 * Returns the parsed response and its duration in milliseconds. Throws GraphError for an error response, NoResponse
	 * if Meta may have received the body, and other errors if it has not.
	 */
	request(request: GraphRequest): Promise<{ response: unknown; duration: number }>;
	/**
	 * Downloads a file from a URL of an earlier response. Throws GraphError or a network error; so does the iteration of
	 * the bytes.
	 */
	download(url: string, token: string, signal: AbortSignal): Promise<DownloadedFile>;
	close(): Promise<void>;
}

export interface DownloadedFile {
	bytes: AsyncIterable<Uint8Array>;
	/** Whether the response has a Content-Length, so that the HTTP client throws if it ends too early. */
	hasLength: boolean;
}

/** Meta may have received the body of a request, but did not respond. */
export class NoResponse extends Error {
	constructor(cause: unknown) {
		super('Meta did not respond.', { cause });
		this.name = 'NoResponse';
	}
}

export function createGraph(baseUrl: string, clock: Clock): Graph {
	const base = new URL(baseUrl);
	const agent = new Agent({
		allowH2: false,
		connections: MAX_CONNECTIONS,
		connect: { timeout: CONNECT_TIMEOUT },
		// Each request has its own time limit. These timeouts close the connection of a request that was aborted.
		headersTimeout: RESPONSE_TIMEOUTS.idle,
		bodyTimeout: RESPONSE_TIMEOUTS.idle,
	});

	async function send(
		options: Dispatcher.RequestOptions,
		limit: TimeLimit,
	): Promise<Dispatcher.ResponseData> {
		const request = { ...options, signal: limit.signal };
		const response = await agent.request(request).catch((error: unknown) => {
			// Meta may close an idle connection just when a request is sent on it. A GET is repeated on another one.
			if (options.method === 'GET' && error instanceof errors.SocketError) return agent.request(request);
			throw error;
		});
		// The body can fail before anything reads it, which must not be an uncaught error. A reader gets a rejection.
		response.body.on('error', () => undefined);
		limit.resetIdle();
		return response;
	}

	return {
		async request({ path, query, body, headers = {}, method, token, signals = [] }) {
			const startedAt = clock.now();
			const content = encodeBody(body);
			const limit = startTimeLimit(clock, content.isFile ? UPLOAD_TIMEOUTS : RESPONSE_TIMEOUTS, signals);
			let response: Dispatcher.ResponseData;
			let parsed: unknown;
			try {
				response = await send(
					{
						origin: base.origin,
						path: base.pathname + path,
						method: method ?? (body === undefined ? 'GET' : 'POST'),
						...(query === undefined ? {} : { query }),
						headers: { ...headersOf(token), ...content.headers, ...headers },
						body: content.body,
						...(content.isFile ? { headersTimeout: STALLED_AFTER } : {}),
					},
					limit,
				);
				parsed = await parseResponse(response, limit.resetIdle);
			} catch (error) {
				throw content.isSending() ? new NoResponse(error) : error;
			} finally {
				limit.stop();
			}
			const { statusCode } = response;
			// An intermediary may hide the status of an error.
			const isError = Number.isSafeInteger(getPath(parsed, 'error', 'code'));
			if (statusCode >= 200 && statusCode < 300 && parsed !== undefined && !isError) {
				return { response: parsed, duration: Math.max(0, clock.now() - startedAt) };
			}
			const error = toGraphError(response, parsed, path);
			// A response without a code comes from a proxy. Meta may have received the body nevertheless, unless the proxy
			// takes no more requests.
			const isInDoubt = error.code === null && statusCode !== TOO_MANY_REQUESTS && content.isSending();
			throw isInDoubt ? new NoResponse(error) : error;
		},
		async download(fileUrl, token, signal) {
			const url = trustedFileUrl(fileUrl, base);
			if (url === null) {
				throw new GraphError({
					status: 0,
					code: MEDIA_DOWNLOAD_ERROR,
					text: 'The file is not on one of its own hosts.',
				});
			}
			const limit = startTimeLimit(clock, FILE_TIMEOUTS, [signal]);
			try {
				const response = await send(
					{
						origin: url.origin,
						path: url.pathname + url.search,
						method: 'GET',
						headers: headersOf(token),
					},
					limit,
				);
				if (response.statusCode !== 200) {
					const parsed = await parseResponse(response, limit.resetIdle);
					const error = toGraphError(response, parsed, '');
					if (isRetryableStatus(error.status) || isAboutAccount(error)) throw error;
					// Meta issued the URL to this token a moment ago, so a file that does not exist now never will.
					throw new GraphError({ status: 404, code: MEDIA_DOWNLOAD_ERROR, text: error.message });
				}
				if (isCompressed(response)) {
					response.body.destroy();
					throw new Error('Meta sent the file compressed, although the request does not accept that.');
				}
				return {
					bytes: readBytes(response, limit),
					hasLength: response.headers['content-length'] !== undefined,
				};
			} catch (error) {
				limit.stop();
				throw error;
			}
		},
		close: () => agent.destroy(),
	};
}

/** Whether Meta refuses the account or its token, and says nothing of the file. */
function isAboutAccount(error: GraphError): boolean {
	return error.status === 401 || (error.code !== null && classifyError(error) !== 'permanent');
}

async function* readBytes({ body }: Dispatcher.ResponseData, limit: TimeLimit): AsyncGenerator<Uint8Array> {
	try {
		for await (const chunk of body as AsyncIterable<Buffer>) {
			limit.resetIdle();
			yield chunk;
		}
	} finally {
		limit.stop();
		body.destroy();
	}
}

function isCompressed({ headers }: Dispatcher.ResponseData): boolean {
	const encoding = headers['content-encoding'];
	return encoding !== undefined && String(encoding).toLowerCase() !== 'identity';
}

function headersOf(token: string): Record<string, string> {
	return {
		authorization: `Bearer ${token}`,
		accept: '*/*',
		// A decompressed response could be much larger than its Content-Length.
		'accept-encoding': 'identity',
		'user-agent': 'messaging-gateway/1',
	};
}

/** Encodes a body. `isSending`: the HTTP client has read from a JSON body, so Meta may have received it. */
function encodeBody(body: GraphRequest['body']): {
	body: Readable | FormData | Buffer | null;
	headers: Record<string, string>;
	isFile: boolean;
	isSending: () => boolean;
} {
	const isSending = (): boolean => false;
	if (body === undefined) return { body: null, headers: {}, isFile: false, isSending };
	if (body instanceof FormData) return { body, headers: {}, isFile: true, isSending };
	if (Buffer.isBuffer(body)) {
		const headers = { 'content-type': 'application/octet-stream' };
		return { body, headers, isFile: true, isSending };
	}
	const bytes = Buffer.from(JSON.stringify(body));
	let sending = false;
	function* readOnDemand(): Generator<Buffer> {
		sending = true;
		yield bytes;
	}
	return {
		body: Readable.from(readOnDemand(), { objectMode: false }),
		headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
		isFile: false,
		isSending: () => sending,
	};
}
