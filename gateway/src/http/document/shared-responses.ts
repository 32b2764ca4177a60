import { ERROR_CODES } from '../../domain/error.ts';
import { OneOf } from '../server/schemas/fields.ts';
import { COMMON_ERRORS, Hint } from '../server/schemas/responses.ts';
import { ERROR_STATUS } from '../server/errors/error-status.ts';
import { isObject, type JsonObject } from '../../lib/json-object.ts';
import { objectAt, pascalCase } from './json.ts';
import { operationsOf, reference } from './name-schemas.ts';

const integer = { type: 'integer' };

/** The headers of responses, with the names of their components. */
const HEADERS = {
	'X-Request-Id': {
		description: 'Names this request in the log of the gateway.',
		schema: { type: 'string', examples: ['req_01k9z5q7v8w9x0y1z2a3b4c5d6'] },
	},
	'X-RateLimit-Limit': { description: 'Most requests in a window of one minute.', schema: integer },
	'X-RateLimit-Remaining': { description: 'Requests left in this window.', schema: integer },
	'X-RateLimit-Reset': { description: 'When the window ends, in Unix seconds.', schema: integer },
	'Retry-After': { description: 'Seconds after which the request may succeed.', schema: integer },
	'WWW-Authenticate': {
		description: 'How to authenticate: Bearer, with an API key.',
		schema: { type: 'string' },
	},
	'Content-Range': {
		description:
			'The bytes that are sent, and those of the whole file: bytes 0-1023/52428800, or bytes */52428800.',
		schema: { type: 'string' },
		'x-extension': true,
	},
	'Idempotency-Replayed': {
		description: 'true where this repeats the response to an earlier request with the same Idempotency-Key.',
		schema: { type: 'string', enum: ['true'] },
		'x-extension': true,
	},
};
type Header = keyof typeof HEADERS;

const ALWAYS: readonly Header[] = [
	'X-Request-Id',
	'X-RateLimit-Limit',
	'X-RateLimit-Remaining',
	'X-RateLimit-Reset',
];
const OF_STATUS: Readonly<Record<string, readonly Header[]>> = {
	206: ['Content-Range'],
	401: ['WWW-Authenticate'],
	416: ['Content-Range'],
	429: ['Retry-After'],
	503: ['Retry-After'],
};

const SUCCESSES: Readonly<Record<string, string>> = {
	200: 'OK',
	201: 'Created',
	202: 'Accepted',
	206: 'Partial Content',
	304: 'Not Modified',
};

const STATUS_NAMES: Readonly<Record<string, string>> = {
	401: 'Unauthorized',
	403: 'Forbidden',
	429: 'RateLimited',
	500: 'InternalError',
	503: 'Unavailable',
};

/**
 * Declares the headers of all responses, and moves the error responses to `components.responses`, where equal ones
 * are one. Changes the document.
 */
export function shareResponses(document: JsonObject): void {
	const components = objectAt(document, 'components');
	const shared = objectAt(components, 'responses');
	for (const operation of operationsOf(document)) {
		const responses = objectAt(operation, 'responses');
		for (const [status, response] of Object.entries(responses)) {
			if (!isObject(response)) continue;
			if (Number(status) < 400) {
				response.description = SUCCESSES[status] ?? 'Success';
				response.headers = {
					...headersOf([
						...ALWAYS,
						...(OF_STATUS[status] ?? []),
						...(isIdempotent(operation) ? REPLAYED : []),
					]),
					...(isObject(response.headers) ? response.headers : {}),
				};
				continue;
			}
			const codes = codesOf(response);
			const name = responseName(status, codes);
			shared[name] ??= errorResponse(status, codes, response);
			responses[status] = { $ref: `#/components/responses/${name}` };
		}
	}
	objectAt(components, 'schemas').Error = ERROR;
	const used = JSON.stringify(document);
	const headers = Object.entries(HEADERS).map(([name, header]) => [componentOf(name), header] as const);
	components.headers = Object.fromEntries(
		headers.filter(([name]) => used.includes(`#/components/headers/${name}"`)),
	);
}

const REPLAYED: readonly Header[] = ['Idempotency-Replayed'];

function isIdempotent({ parameters = [] }: JsonObject): boolean {
	return (parameters as JsonObject[]).some(({ name }) => name === 'idempotency-key');
}

function headersOf(names: readonly Header[]): JsonObject {
	return Object.fromEntries(
		names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]),
	);
}

/** `X-RateLimit-Limit` as the name of a component: `RateLimitLimit`. */
function componentOf(header: string): string {
	return header.replace(/^X-/, '').replaceAll('-', '');
}

/** The fields of every error. A response narrows the code. */
const ERROR = {
	type: 'object',
	required: ['code', 'message', 'requestId', 'hint'],
	properties: {
		code: OneOf(ERROR_CODES),
		message: { type: 'string', description: 'The fault, and what to do next.' },
		requestId: { type: 'string' },
		hint: Hint,
		retryAfter: { type: 'integer', description: 'Seconds, on 429 and 503.' },
	},
};

function errorOf(response: JsonObject): JsonObject {
	const content = objectAt(objectAt(objectAt(response, 'content'), 'application/json'), 'schema');
	return objectAt(objectAt(content, 'properties'), 'error');
}

function codesOf(response: JsonObject): string[] {
	const { enum: codes } = objectAt(objectAt(errorOf(response), 'properties'), 'code');
	return codes as string[];
}

/** The documented response: the common error, with the codes and the further fields of this response. */
function errorResponse(status: string, codes: readonly string[], response: JsonObject): JsonObject {
	const further = Object.entries(objectAt(errorOf(response), 'properties')).filter(
		([name]) => !(name in ERROR.properties),
	);
	const properties = { code: { type: 'string', enum: codes }, ...Object.fromEntries(further) };
	const error = { allOf: [reference('Error'), { type: 'object', properties }] };
	return {
		description: codes.join(', '),
		headers: headersOf([...ALWAYS, ...(OF_STATUS[status] ?? [])]),
		content: {
			'application/json': { schema: { type: 'object', required: ['error'], properties: { error } } },
		},
	};
}

/**
 * A name that follows from status and codes: `InstanceNotFound`. Where the codes are those that any operation can
 * answer with, it names the others of that status beside them, and those that are missing.
 */
function responseName(status: string, codes: readonly string[]): string {
	const common = COMMON_ERRORS.filter((code) => String(ERROR_STATUS[code]) === status);
	if (!common.some((code) => codes.includes(code))) return codes.map(pascalCase).join('Or');
	const further = codes.filter((code) => !common.some((one) => one === code)).map(pascalCase);
	const missing = common.filter((code) => !codes.includes(code)).map(pascalCase);
	const without = missing.length === 0 ? '' : `Without${missing.join('')}`;
	return `${STATUS_NAMES[status] ?? status}${further.join('')}${without}`;
}
