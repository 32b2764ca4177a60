import type { Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';

/** As much of a response's body as is read, in bytes; what comes after is thrown away with the connection. */
export const RESPONSE_LIMIT = 20_000;

export interface PostRequest {
	url: string;
	headers: Readonly<Record<string, string>>;
	body: string;
}

export interface PostResponse {
	statusCode: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** When the status line came, in epoch milliseconds. */
	answeredAt: number;
	/** The beginning of the body, as text. */
	body: string;
}

/** A POST that is under way. */
export interface Post {
	/** Resolves when the response, or as much of it as is wanted, was read; rejects where no status line came. */
	response: Promise<PostResponse>;
	/** Gives up: rejects while there is no status line, and else resolves with what was read of the body so far. */
	abort: () => void;
}

/** Nobody waits for the answer any longer. */
export class Aborted extends Error {
	constructor() {
		super('The request was given up.');
		this.name = 'GivenUp';
	}
}

/**
 * Posts a body and reads the beginning of the answer. It goes through a dispatch handler rather than a stream,
 * which costs half as much for each delivery.
 */
export function post(agent: Dispatcher, clock: Clock, request: PostRequest): Post {
	const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
	const url = new URL(request.url);
	let controller: Dispatcher.DispatchController | null = null;
	let status: Omit<PostResponse, 'body'> | null = null;
	let chunks: Buffer[] = [];
	let read = 0;
	let over = false;

	function end(error?: Error): void {
		if (over) return;
		over = true;
		if (status === null) reject(error ?? new Aborted());
		else resolve({ ...status, body: textOf(chunks) });
		chunks = [];
	}

	/** Ends with what there is, and the connection with it. */
	function cut(): void {
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
				if (over) cut();
			},
			onResponseStart(_controller, statusCode, headers) {
				if (statusCode < 200) return;
				status = { statusCode, headers, answeredAt: clock.now() };
			},
			onResponseData(_controller, chunk) {
				if (over) return;
				chunks.push(read + chunk.length > RESPONSE_LIMIT ? chunk.subarray(0, RESPONSE_LIMIT - read) : chunk);
				read += chunk.length;
				if (read > RESPONSE_LIMIT) cut();
			},
			onResponseEnd() {
				end();
			},
			onResponseError(_controller, error) {
				end(error);
			},
		},
	);
	return { response: promise, abort: cut };
}

/** Text that any database takes: a character that was cut in two is left out, and zero bytes become marks. */
function textOf(chunks: readonly Buffer[]): string {
	if (chunks.length === 0) return '';
	const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
	return text.replaceAll('\0', '\uFFFD');
}
