import type { Dispatcher } from 'undici';
import type { FailureCode, MessageFailure } from '../../domain/message.ts';
import { inside, textIn } from './json.ts';

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

/** Longest text of Meta's that is passed on, in characters. */
const TEXT_LIMIT = 300;

export function graphErrorOf({ statusCode, headers }: Dispatcher.ResponseData, answer: unknown): GraphError {
	const code = inside(answer, 'error', 'code');
	const seconds = Number(headers['retry-after']);
	return new GraphError({
		status: statusCode,
		code: typeof code === 'number' ? code : null,
		text: textOf(inside(answer, 'error')) ?? `Meta answered with status ${statusCode}.`,
		retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
	});
}

/** What Meta says went wrong, in an answer or in a status; null where it says nothing. */
export function textOf(error: unknown): string | null {
	const told = [textIn(error, 'message') ?? textIn(error, 'title'), textIn(error, 'error_data', 'details')];
	const text = told.filter((one) => one !== null).join(' ');
	return text === '' ? null : text.slice(0, TEXT_LIMIT);
}

/** What a no of Meta's means for who asked. */
export type Verdict =
	/** The token or its permissions are gone. */
	| 'credentials'
	/** Meta has locked the account. */
	| 'banned'
	/** Too much at once, from the whole account. */
	| 'throttled'
	/** Too much at once, to one recipient. */
	| 'pair_throttled'
	/** Not now; nothing is wrong with the request. */
	| 'later'
	/** Never. */
	| 'refused';

const VERDICTS: Readonly<Record<number, Verdict>> = {
	0: 'credentials',
	10: 'credentials',
	190: 'credentials',
	368: 'banned',
	131031: 'banned',
	4: 'throttled',
	17: 'throttled',
	80007: 'throttled',
	130429: 'throttled',
	131048: 'throttled',
	131056: 'pair_throttled',
	1: 'later',
	2: 'later',
	131000: 'later',
	131016: 'later',
	131057: 'later',
};

export function verdictOf({ code, status }: GraphError): Verdict {
	if (code !== null && code >= 200 && code <= 299) return 'credentials';
	const verdict = code === null ? undefined : VERDICTS[code];
	if (verdict !== undefined) return verdict;
	if (status === 429) return 'throttled';
	// Without a code it is not Meta that speaks, but something on the way there.
	if (code === null || status >= 500) return 'later';
	return status === 401 ? 'credentials' : 'refused';
}

/** Meta's code for a file that cannot be loaded. */
export const NO_FILE = 131052;

/** By Meta's code: ours, and a sentence that says what to do. */
const FAILURES: Readonly<Record<number, readonly [FailureCode, string]>> = {
	131026: ['recipient_not_found', 'The recipient is not on WhatsApp, or cannot get this message.'],
	131047: [
		'reengagement_window_closed',
		'The recipient has not written within the last 24 hours. Send a template instead.',
	],
	131050: ['recipient_blocked', 'The recipient does not want marketing messages of this business.'],
	131051: ['unsupported_media_type', 'WhatsApp does not take messages of this type.'],
	131052: ['media_download_failed', 'WhatsApp could not load the file.'],
	131053: [
		'media_download_failed',
		'WhatsApp could not take the file. Check that its type is one it supports.',
	],
	131042: ['insufficient_credits', 'Meta could not charge the business. Check its payment method at Meta.'],
	133010: [
		'provider_verification_required',
		'The number is not registered for the Cloud API. Register it at Meta, then send again.',
	],
	132001: ['template_not_found', 'Meta has no such template in this language.'],
	132007: [
		'template_not_approved',
		'Meta does not allow this template any more: its content breaks a policy.',
	],
	132015: ['template_not_approved', 'Meta has paused this template because of its quality. Use another one.'],
	132016: [
		'template_not_approved',
		'Meta has disabled this template because of its quality. Use another one.',
	],
	132000: ['invalid_template_params', 'The number of parameters does not fit the template.'],
	132005: ['invalid_template_params', 'With these parameters the text of the template is too long.'],
	132012: ['invalid_template_params', 'A parameter does not have the form the template asks for.'],
	...Object.fromEntries(
		[4, 80007, 130429, 131048, 131056].map((code) => [
			code,
			[
				'rate_limited',
				'Meta takes no more messages at this rate. Send fewer, and this one again later.',
			] as const,
		]),
	),
};

/** Why a message will never arrive, from what Meta says of it. */
export function failureOf(code: number | null, text: string | null): MessageFailure {
	const known = code === null ? undefined : FAILURES[code];
	const told = text === null ? '' : ` Meta says: ${text}`;
	const number = code === null ? '' : ` (${code})`;
	if (known !== undefined) return { code: known[0], message: `${known[1]}${told}${number}` };
	return { code: 'network_error', message: `WhatsApp did not take the message.${told}${number}` };
}
