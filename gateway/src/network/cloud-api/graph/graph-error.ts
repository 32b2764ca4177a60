import type { Dispatcher } from 'undici';
import { boundedText } from '../../bounded-text.ts';
import { getPath, getString } from './json.ts';

/** An error response of the Graph API. */
export class GraphError extends Error {
	readonly status: number;
	/** Meta's error code; null: the response contains none. */
	readonly code: number | null;
	/** Milliseconds from the Retry-After header; null: the response has none. */
	readonly retryAfter: number | null;
	/** Whether the token has no access to the instance's number or account, or Meta has it no more. */
	readonly isAccessLost: boolean;

	constructor(error: {
		status: number;
		code: number | null;
		text: string;
		retryAfter?: number | null;
		isAccessLost?: boolean;
	}) {
		super(error.text);
		this.name = 'GraphError';
		this.status = error.status;
		this.code = error.code;
		this.retryAfter = error.retryAfter ?? null;
		this.isAccessLost = error.isAccessLost ?? false;
	}
}

/** The maximum Retry-After that is obeyed, in seconds. */
const MAX_RETRY_AFTER = 3600;

/** The maximum length of Meta's error text, in characters. */
const TEXT_LIMIT = 300;

/** Meta's code and subcode where the object in the path does not exist, or the token has no access to it. */
const UNKNOWN_OBJECT = { code: 100, subcode: 33 };

/** Creates the error of a response with this parsed body to a request with this path. */
export function toGraphError(
	{ statusCode, headers }: Dispatcher.ResponseData,
	body: unknown,
	path: string,
): GraphError {
	const code = getPath(body, 'error', 'code');
	const seconds = Math.min(Number(headers['retry-after']), MAX_RETRY_AFTER);
	return new GraphError({
		status: statusCode,
		code: Number.isSafeInteger(code) ? (code as number) : null,
		text: errorText(getPath(body, 'error')) ?? `Meta answered with status ${statusCode}.`,
		retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
		isAccessLost:
			code === UNKNOWN_OBJECT.code &&
			getPath(body, 'error', 'error_subcode') === UNKNOWN_OBJECT.subcode &&
			hasEdge(path),
	});
}

/** Whether a path names a part of an object: then the object is the instance's number or account, and no file. */
function hasEdge(path: string): boolean {
	return path.split('/').length > 2;
}

/** Returns the text of an error object in a response or in a status; null: it has no text. */
export function errorText(error: unknown): string | null {
	const parts = [
		getString(error, 'message') ?? getString(error, 'title'),
		getString(error, 'error_data', 'details'),
	];
	const text = parts.filter((part) => part !== null).join(' ');
	return text === '' ? null : boundedText(text, TEXT_LIMIT);
}

/** Meta's error code "Media download error". */
export const MEDIA_DOWNLOAD_ERROR = 131052;
