import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError, type ErrorCode } from '../../../domain/error.ts';
import type { Store } from '../../../store/store.ts';
import { createRepeatLimit } from '../../../lib/bounded/repeat-limit.ts';
import { retryableError } from '../../../store/commit/store-unavailable.ts';
import { bodyTooLarge } from '../requests/read-body.ts';
import { ERROR_HINTS } from './error-hints.ts';
import { ERROR_STATUS } from './error-status.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The code of the error that answers the request; null: it is no error, or not known yet. */
		errorCode: ErrorCode | null;
	}
}

/** The database, or the network of an instance, is out of reach: the logged error says which. */
const RETRIED = 'a request failed for now; the response asks the client to retry';

/**
 * Turns everything thrown into the specification's error body. Logs an unexpected error and leaves its text out of the
 * response, because the text may contain a stack or an internal address.
 */
export const errors = plugin((app: FastifyInstance, { store }: { store: Pick<Store, 'failureOf'> }) => {
	app.decorateRequest('errorCode', null);
	// Every answer is logged; why, once a minute: there may be hundreds a second while the database is out of reach.
	const limitRepeats = createRepeatLimit();
	const routes: { path: RegExp; method: string }[] = [];
	app.addHook('onRoute', ({ url, method }) => {
		const path = new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}/?$`);
		for (const name of [method].flat()) routes.push({ path, method: name });
	});

	app.setErrorHandler((error: FastifyError | GatewayError, request, reply) => {
		const known =
			error instanceof GatewayError
				? error
				: (storeError(store, error) ?? frameworkError(error, request.routeOptions.bodyLimit));
		if (known.code === 'internal_error') request.log.error({ err: error }, 'request failed');
		if (known.code === 'service_unavailable' && known.cause !== undefined) {
			const more = limitRepeats(known.cause);
			if (more !== null) request.log.warn({ err: known.cause, ...more }, RETRIED);
		}
		return sendError(reply, request, known);
	});

	app.setNotFoundHandler((request, reply) => {
		const path = request.url.split('?')[0] ?? '';
		const allowed = routes.filter((route) => route.path.test(path)).map((route) => route.method);
		if (allowed.length === 0) {
			const message = `There is nothing at ${request.method} ${path}. See /openapi.json for all paths.`;
			return sendError(reply, request, new GatewayError('not_found', message));
		}
		reply.header('Allow', [...new Set(allowed)].join(', '));
		const message = `${request.method} is not possible here; use ${allowed.join(' or ')}.`;
		return sendError(reply, request, new GatewayError('method_not_allowed', message));
	});
	return Promise.resolve();
});

/** How a client authenticates (RFC 6750). */
const CHALLENGE = 'Bearer realm="messaging-gateway"';

/** Sends the specification's error body with the status of its code. */
export function sendError(reply: FastifyReply, request: FastifyRequest, error: GatewayError): FastifyReply {
	const { code, retryAfter } = error;
	request.errorCode = code;
	const status = ERROR_STATUS[code];
	if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
	if (status === 401) reply.header('WWW-Authenticate', CHALLENGE);
	return reply.code(status).send(errorBody(error, request.id));
}

/** The specification's error body, with a hint. */
export function errorBody(
	{ code, message, retryAfter, methods, status, until }: GatewayError,
	requestId: string,
) {
	return {
		error: {
			code,
			message,
			requestId,
			hint: ERROR_HINTS[code],
			...(retryAfter === undefined ? {} : { retryAfter }),
			...(methods === undefined ? {} : { methods }),
			...(status === undefined ? {} : { status }),
			...(until === undefined ? {} : { until }),
		},
	};
}

/** The response to an error of the database; null for any other error. */
export function storeError(store: Pick<Store, 'failureOf'>, error: unknown): GatewayError | null {
	return retryableError(store.failureOf(error), error);
}

/** The response to an error that Fastify throws while it reads a request. */
function frameworkError(error: FastifyError, bodyLimit: number): GatewayError {
	if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
		return bodyTooLarge(bodyLimit);
	}
	if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
		return new GatewayError('unsupported_media_type', 'Send JSON, with "Content-Type: application/json".');
	}
	const status = error.statusCode ?? 500;
	if (status >= 400 && status < 500) {
		const reason = error.message.replace(/\.?$/, '.');
		return new GatewayError('invalid_parameters', `The request could not be read: ${reason}`);
	}
	return new GatewayError('internal_error', 'Something went wrong in the gateway. Its log has the details.');
}
