import type { Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';

/** Most bytes of a response's body that are read; a longer response ends its connection. */
const RESPONSE_LIMIT = 20_000;

export interface PostRequest {
	url: string;
	headers: Readonly<Record<string, string>>;
	body: string;
	/**
	 * Epoch milliseconds from which the request is not sent any more. After the process was suspended, the connection may
	 * open before the timer of the deadline fires.
	 */
	startBefore: number;
}

export interface PostResponse {
	statusCode: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** When the status line arrived, in epoch milliseconds. */
	answeredAt: number;
	/** The start of the body, as text. */
	body: string;
}

/** A running POST request. */
export interface Post {
	/** Resolves when the response is read, up to RESPONSE_LIMIT; rejects when the request ends without a status line. */
	response: Promise<PostResponse>;
	/** Ends the request: without a status line `response` rejects; otherwise it resolves with the body read so far. */
	abort: () => void;
}

/** The request was ended by abort(). */
export class Aborted extends Error {
	constructor() {
		super('The request was aborted.');
		this.name = 'Aborted';
	}
}

/**
 * Posts a body and reads the start of the response. Uses a dispatch handler, because a stream costs twice as much for
 * each delivery.
 */
export function post(agent: Dispatcher, clock: Clock, request: PostRequest): Post {
	const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
	const url = new URL(request.url);
	let controller: Dispatcher.DispatchController | null = null;
	let status: Omit<PostResponse, 'body'> | null = null;
	let chunks: Buffer[] = [];
	let read = 0;
	let ended = false;

	function end(error?: Error): void {
		if (ended) return;
		ended = true;
		if (status === null) reject(error ?? new Aborted());
		else resolve({ ...status, body: textOf(chunks) });
		chunks = [];
	}

	/** Ends the request and its connection. */
	function abort(): void {
		end();
		controller?.abort(new Aborted());
	}

	agent.dispatch(
		{
			origin: url.origin,
			path: url.pathname + url.search,
			method: 'POST',
			headers: request.headers,
			body: request.body,
		},
		{
			onRequestStart(started) {
				controller = started;
				if (ended || clock.now() >= request.startBefore) abort();
			},
			onResponseStart(_controller, statusCode, headers) {
				if (statusCode < 200) return;
				status = { statusCode, headers, answeredAt: clock.now() };
			},
			onResponseData(_controller, chunk) {
				if (ended) return;
				chunks.push(read + chunk.length > RESPONSE_LIMIT ? chunk.subarray(0, RESPONSE_LIMIT - read) : chunk);
				read += chunk.length;
				if (read > RESPONSE_LIMIT) abort();
			},
			onResponseEnd() {
				end();
			},
			onResponseError(_controller, error) {
				end(error);
			},
		},
	);
	return { response: promise, abort };
}

/** Decodes bytes to a text that each database accepts: drops a partial last character, and replaces zero bytes. */
function textOf(chunks: readonly Buffer[]): string {
	if (chunks.length === 0) return '';
	const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
	return text.replaceAll('\0', '\uFFFD');
}
