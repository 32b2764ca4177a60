import type { Dispatcher } from 'undici';
import { boundedText } from '../../bounded-text.ts';
import { getPath, getString } from './json.ts';

/** The Graph API's no. */
export class GraphError extends Error {
	readonly status: number;
	/** Meta's code; null where the answer had none. */
	readonly code: number | null;
	/** Milliseconds Meta asks to wait; null where it does not say. */
	readonly retryAfter: number | null;

	constructor(told: { status: number; code: number | null; text: string; retryAfter?: number | null }) {
		super(told.text);
		this.name = 'GraphError';
		this.status = told.status;
		this.code = told.code;
		this.retryAfter = told.retryAfter ?? null;
	}
}

/** Seconds Meta is believed that it asks to wait. */
const LONGEST_WAIT = 3600;

/** Longest text of Meta's that is passed on, in characters. */
const TEXT_LIMIT = 300;

export function graphErrorOf({ statusCode, headers }: Dispatcher.ResponseData, answer: unknown): GraphError {
	const code = getPath(answer, 'error', 'code');
	const seconds = Math.min(Number(headers['retry-after']), LONGEST_WAIT);
	return new GraphError({
		status: statusCode,
		code: Number.isSafeInteger(code) ? (code as number) : null,
		text: textOf(getPath(answer, 'error')) ?? `Meta answered with status ${statusCode}.`,
		retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
	});
}

/** What Meta says went wrong, in an answer or in a status; null where it says nothing. */
export function textOf(error: unknown): string | null {
	const told = [
		getString(error, 'message') ?? getString(error, 'title'),
		getString(error, 'error_data', 'details'),
	];
	const text = told.filter((one) => one !== null).join(' ');
	return text === '' ? null : boundedText(text, TEXT_LIMIT);
}

/** Meta's code for a file that cannot be loaded. */
export const NO_FILE = 131052;
