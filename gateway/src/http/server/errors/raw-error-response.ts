import type { Duplex } from 'node:stream';
import { GatewayError } from '../../../domain/error.ts';
import type { Plan } from '../../../domain/access/plan.ts';
import { isLostConnection } from '../../../lib/errors/connection-errors.ts';
import { ERROR_STATUS } from './error-status.ts';
import { errorBody } from './errors.ts';
import { WINDOW } from '../limits/rate-limiters.ts';
import { SECURITY_HEADERS } from '../transport/security-headers.ts';

/** The error response to a request that Fastify does not see, because it could not be read completely. */
export interface RawErrorResponse {
	error: GatewayError;
	requestId: string;
	plan: Plan;
	/** Epoch milliseconds. */
	now: number;
}

/** Writes an error to the socket of a request, with the body and the headers of all errors, and closes the socket. */
export function writeRawError(socket: Duplex, { error, requestId, plan, now }: RawErrorResponse): void {
	const body = JSON.stringify(errorBody(error, requestId));
	const limit = plan.rateLimits.general;
	const headers = {
		...SECURITY_HEADERS,
		'Content-Type': 'application/json; charset=utf-8',
		'Content-Length': Buffer.byteLength(body),
		Connection: 'close',
		'X-Request-Id': requestId,
		'X-RateLimit-Limit': limit,
		'X-RateLimit-Remaining': limit,
		'X-RateLimit-Reset': Math.ceil(now / 1000) + WINDOW,
	};
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	const status = ERROR_STATUS[error.code];
	socket.end([`HTTP/1.1 ${status} ${STATUS_TEXTS[status] ?? 'Refused'}`, ...lines, '', body].join('\r\n'));
	destroyLater(socket);
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
	400: 'Bad Request',
	408: 'Request Timeout',
	431: 'Request Header Fields Too Large',
};

/** Milliseconds in which the client has to read the answer. */
const READ_TIMEOUT = 1000;

/** The answer is written, but the client may go on sending: destroyed at once, the connection could lose the answer. */
function destroyLater(socket: Duplex): void {
	const timer = setTimeout(() => socket.destroy(), READ_TIMEOUT);
	timer.unref();
	socket.once('close', () => {
		clearTimeout(timer);
	});
}

/** The answer to an error of Node's HTTP parser; null: the connection is lost, and nobody can be answered. */
export function parserError(error: NodeJS.ErrnoException): GatewayError | null {
	if (isLostConnection(error)) return null;
	const { code } = error;
	if (code === 'HPE_HEADER_OVERFLOW') {
		return new GatewayError('headers_too_large', 'The headers are too large; at most 16 KiB are accepted.');
	}
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
		return new GatewayError('request_timeout', 'The request did not arrive in time. Send it again.');
	}
	return new GatewayError('invalid_parameters', 'This is not a readable HTTP/1.1 request.');
}
