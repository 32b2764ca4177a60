import type { Operation } from '../document/document.ts';
import { validationErrors } from '../document/validation.ts';
import { at } from '../document/schema.ts';
import type { Answer } from './transport.ts';

/** An answer that takes longer than this, in milliseconds, counts as a hang. */
export const SLOW_RESPONSE_MS = 2000;
/** What works on a password is meant to take long, and waits for others that do. */
const SLOWER = 10_000;
const WITH_PASSWORD = ['POST /admin/v1/setup', 'POST /admin/v1/session', 'PUT /admin/v1/password'];

/** Headers every response carries (specification, Limits), with what their values look like. */
const HEADERS: Readonly<Record<string, RegExp>> = {
	'x-request-id': /^req_[0-9a-z]{26}$/,
	'x-ratelimit-limit': /^\d+$/,
	'x-ratelimit-remaining': /^\d+$/,
	'x-ratelimit-reset': /^\d{10}$/,
};

/** Patterns that no response may contain: stack traces, files of the gateway, SQL. */
const LEAKS = /\n\s+at |node:internal|\/src\/|\.ts:\d+|SQLITE_|select .* from /i;

/** Returns the violation of a rule for all responses; null: none. */
export function findViolation(operation: Operation, answer: Answer): string | null {
	const where = `${operation.name} -> ${answer.status}`;
	const general = findGeneralViolation(
		answer,
		WITH_PASSWORD.includes(operation.name) ? SLOWER : SLOW_RESPONSE_MS,
	);
	if (general !== null) return `${where}: ${general}`;
	const documented = operation.responses.get(answer.status);
	if (documented === undefined) {
		return `${where}: a status the document does not have (${String(at(answer.json, 'error.code'))})`;
	}
	const type = answer.headers['content-type'] ?? '';
	if (documented.contentType?.startsWith('application/json') !== true) return null;
	if (!type.startsWith('application/json')) return `${where}: its content type is "${type}"`;
	const mistakes = documented.schema === null ? null : validationErrors(documented.schema, answer.json);
	return mistakes === null ? null : `${where}: not as documented: ${mistakes}`;
}

/** Returns the violation of a rule that also applies to unknown paths and wrong methods; null: none. */
export function findGeneralViolation(answer: Answer, slow = SLOW_RESPONSE_MS): string | null {
	if (answer.status >= 500 && answer.status !== 503) return 'an error of the server';
	if (answer.milliseconds > slow) return `took ${Math.round(answer.milliseconds)} ms`;
	for (const [name, form] of Object.entries(HEADERS)) {
		const value = answer.headers[name];
		if (typeof value !== 'string' || !form.test(value)) return `its header ${name} is ${String(value)}`;
	}
	if (answer.status < 400) return null;
	if (LEAKS.test(answer.bytes.toString())) return 'lets something internal slip';
	if (typeof at(answer.json, 'error.code') !== 'string') return 'its body is no error body';
	if (at(answer.json, 'error.requestId') !== answer.headers['x-request-id'])
		return 'requestId differs from header';
	const retryAfter = at(answer.json, 'error.retryAfter');
	const header = answer.headers['retry-after'];
	if ((answer.status === 429 || answer.status === 503) && header !== String(retryAfter)) {
		return `Retry-After is ${String(header)}, retryAfter ${String(retryAfter)}`;
	}
	return null;
}

/** Returns the code of an error response; null: no error. */
export function getErrorCode(answer: Answer): string | null {
	const code = at(answer.json, 'error.code');
	return typeof code === 'string' ? code : null;
}

/** The sentence of an error answer. */
export function getErrorMessage(answer: Answer): string {
	const message = at(answer.json, 'error.message');
	return typeof message === 'string' ? message : '';
}
