import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { NewId } from '../../../domain/ids.ts';
import type { Plan } from '../../../domain/access/plan.ts';
import { ERROR_STATUS } from './error-status.ts';
import { errorBody } from './errors.ts';
import { publicPathOf, withoutPublicPath } from '../transport/public-path.ts';
import { WINDOW } from '../limits/rate-limiters.ts';
import { SECURITY_HEADERS } from '../transport/security-headers.ts';

/** Seconds after which a client sends a refused request again. */
const RETRY_AFTER = 5;

export interface UnavailableDeps {
	plan: Plan;
	clock: Clock;
	newId: NewId;
	/** The URL at which clients reach the gateway; null: it is not known. */
	publicUrl: string | null;
	/** Why the gateway does not accept requests, as a sentence. */
	reason: () => string;
}

/**
 * Creates the handler for the time without an application: it answers every request with service_unavailable and the
 * reason, and `/livez` with 200, because the process works: a process manager that restarted it would only begin the
 * start again.
 */
export function createUnavailableHandler({
	plan,
	clock,
	newId,
	publicUrl,
	reason,
}: UnavailableDeps): RequestListener {
	const publicPath = publicPathOf(publicUrl);

	function headers(requestId: string): Record<string, string | number> {
		const limit = plan.rateLimits.general;
		return {
			...SECURITY_HEADERS,
			'X-Request-Id': requestId,
			'X-RateLimit-Limit': limit,
			'X-RateLimit-Remaining': limit,
			'X-RateLimit-Reset': Math.ceil(clock.now() / 1000) + WINDOW,
		};
	}

	return (request: IncomingMessage, response: ServerResponse) => {
		const requestId = newId('req');
		if (isLivenessProbe(request, publicPath)) {
			answer(response, 200, headers(requestId), { status: 'alive' });
			return;
		}
		const error = new GatewayError('service_unavailable', reason(), { retryAfter: RETRY_AFTER });
		const status = ERROR_STATUS[error.code];
		answer(
			response,
			status,
			{ ...headers(requestId), 'Retry-After': RETRY_AFTER },
			errorBody(error, requestId),
		);
	};
}

function isLivenessProbe({ method, url = '/' }: IncomingMessage, publicPath: string): boolean {
	const isRead = method === 'GET' || method === 'HEAD';
	return isRead && /^\/livez\/?(\?|$)/.test(withoutPublicPath(url, publicPath));
}

function answer(
	response: ServerResponse,
	status: number,
	headers: Record<string, string | number>,
	content: object,
): void {
	const body = JSON.stringify(content);
	response.writeHead(status, {
		...headers,
		'Content-Type': 'application/json; charset=utf-8',
		'Content-Length': Buffer.byteLength(body),
	});
	response.end(body);
}
