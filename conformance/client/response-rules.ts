import type { Operation } from '../document/document.ts';
import { validationErrors } from '../document/validation.ts';
import { at } from '../document/schema.ts';
import type { HttpResponse } from './transport.ts';

/** Maximum milliseconds of a response. */
const SLOW_RESPONSE_MS = 2000;
/** Maximum milliseconds of operations that hash a password, which is slow by design. */
const SLOW_PASSWORD_MS = 10_000;
const WITH_PASSWORD = ['POST /admin/v1/setup', 'POST /admin/v1/session', 'PUT /admin/v1/password'];

/** The headers of every response (specification, Limits) with the patterns of their values. */
const HEADERS: Readonly<Record<string, RegExp>> = {
	'x-request-id': /^req_[0-9a-z]{26}$/,
	'x-ratelimit-limit': /^\d+$/,
	'x-ratelimit-remaining': /^\d+$/,
	'x-ratelimit-reset': /^\d{10}$/,
};

/** Patterns that no response may contain: stack traces, files of the gateway, SQL. */
const LEAKS = /\n\s+at |node:internal|\/src\/|\.ts:\d+|SQLITE_|select .* from /i;

/** Returns the violation of a rule for all responses; null: none. */
export function findViolation(operation: Operation, response: HttpResponse): string | null {
	const where = `${operation.name} -> ${response.status}`;
	const general = findGeneralViolation(
		response,
		WITH_PASSWORD.includes(operation.name) ? SLOW_PASSWORD_MS : SLOW_RESPONSE_MS,
	);
	if (general !== null) return `${where}: ${general}`;
	const documented = operation.responses.get(response.status);
	if (documented === undefined) {
		return `${where}: an undocumented status (${String(at(response.json, 'error.code'))})`;
	}
	const type = response.headers['content-type'] ?? '';
	if (documented.contentType?.startsWith('application/json') !== true) return null;
	if (!type.startsWith('application/json')) return `${where}: its content type is "${type}"`;
	const errors = documented.schema === null ? null : validationErrors(documented.schema, response.json);
	return errors === null ? null : `${where}: differs from the document: ${errors}`;
}

/** Returns the violation of a rule that also applies to unknown paths and wrong methods; null: none. */
export function findGeneralViolation(response: HttpResponse, slow = SLOW_RESPONSE_MS): string | null {
	if (response.status >= 500 && response.status !== 503) return 'a server error';
	if (response.milliseconds > slow) return `took ${Math.round(response.milliseconds)} ms`;
	for (const [name, form] of Object.entries(HEADERS)) {
		const value = response.headers[name];
		if (typeof value !== 'string' || !form.test(value)) return `its header ${name} is ${String(value)}`;
	}
	if (response.status < 400) return null;
	if (LEAKS.test(response.bytes.toString())) return 'contains internal details';
	if (typeof at(response.json, 'error.code') !== 'string') return 'its body is not an error body';
	if (at(response.json, 'error.requestId') !== response.headers['x-request-id'])
		return 'requestId differs from header';
	if (!/^[A-Z].*\.$/.test(String(at(response.json, 'error.hint')))) return 'its error has no hint';
	const retryAfter = at(response.json, 'error.retryAfter');
	const header = response.headers['retry-after'];
	if ((response.status === 429 || response.status === 503) && header !== String(retryAfter)) {
		return `Retry-After is ${String(header)}, retryAfter ${String(retryAfter)}`;
	}
	return null;
}

/** Returns the code of an error response; null: no error. */
export function getErrorCode(response: HttpResponse): string | null {
	const code = at(response.json, 'error.code');
	return typeof code === 'string' ? code : null;
}

/** Returns the message of an error response; empty: no error. */
export function getErrorMessage(response: HttpResponse): string {
	const message = at(response.json, 'error.message');
	return typeof message === 'string' ? message : '';
}
