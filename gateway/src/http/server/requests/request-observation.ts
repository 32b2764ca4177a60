import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import { idPattern } from '../../../domain/ids.ts';
import type { AnsweredRequest } from '../../../observability/metrics.ts';
import type { RequestSpan, Tracing } from '../../../observability/tracing.ts';
import { isRefusal, refusalLogger } from '../errors/refusal-log.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** For requests that monitoring repeats: logged at level `trace`, and without a span. */
		suppressLog?: boolean;
		/** The reason by which a refused request is counted; absent: the error code. */
		refusedAs?: string;
	}
	interface FastifyRequest {
		/** The message of the request, once it is known. */
		messageId: string | null;
		span: RequestSpan | null;
	}
}

export interface RequestObservation {
	answered(request: AnsweredRequest): void;
	refused(reason: string): void;
	clock: Clock;
	tracing: Tracing | null;
}

/**
 * Writes one log line, one observation of the metrics and one span for each request. They contain the pattern of the
 * route, never the path, the query, the body or a key.
 */
export const requestObservation = plugin((app: FastifyInstance, observe: RequestObservation) => {
	app.decorateRequest('messageId', null);
	app.decorateRequest('span', null);

	const logRefusal = refusalLogger(observe.clock);

	app.addHook('preSerialization', (request, _reply, payload, done) => {
		request.messageId = messageIn(payload) ?? messageIn(request.params);
		done(null, payload);
	});
	app.addHook('onResponse', (request, reply, done) => {
		const route = request.routeOptions.url ?? 'none';
		const { method, messageId } = request;
		const { statusCode: status, elapsedTime: duration } = reply;
		observe.answered({ method: methodOf(request), route, status, duration });
		request.span?.ended({ route, status, messageId });
		const code = request.errorCode ?? undefined;
		const line = {
			method,
			route,
			status,
			code,
			duration: Math.round(duration),
			...callerIn(request),
			messageId,
		};
		if (isRefusal(request)) {
			const reason = request.routeOptions.config.refusedAs ?? request.errorCode ?? 'none';
			observe.refused(reason);
			logRefusal(request, reason);
		}
		request.log[levelOf(request, status)](line, 'request answered');
		done();
	});
	if (observe.tracing !== null) traceRequests(app, observe.tracing);
	return Promise.resolve();
});

function traceRequests(app: FastifyInstance, tracing: Tracing): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const { traceparent } = request.headers;
		if (request.routeOptions.config.suppressLog !== true) {
			request.span = tracing.request({
				id: request.id,
				method: methodOf(request),
				traceparent: typeof traceparent === 'string' ? traceparent : undefined,
			});
		}
		done();
	});
	// After the body is read, because reading it from the socket loses the context of the request.
	app.addHook('preValidation', (request, _reply, done) => {
		if (request.span === null) done();
		else request.span.within(done);
	});
}

/**
 * The log level of a request: failures show at `warn`, errors of known callers at `info`, all others at `debug`;
 * refusals have a line of their own, and strangers must not fill the log.
 */
function levelOf(request: FastifyRequest, status: number): 'trace' | 'debug' | 'info' | 'warn' {
	if (request.routeOptions.config.suppressLog === true) return 'trace';
	if (status >= 500) return 'warn';
	return status >= 400 && !isRefusal(request) && isIdentified(request) ? 'info' : 'debug';
}

/** A request that failed early has no identity. */
function isIdentified({ identity }: Partial<Pick<FastifyRequest, 'identity'>>): boolean {
	return identity !== undefined && 'caller' in identity;
}

/** `other` where no route matched: a client's invented methods must not become labels of the metrics. */
function methodOf(request: FastifyRequest): string {
	return request.routeOptions.url === undefined ? 'other' : request.method;
}

/** The caller for the log line; a request that failed early has no identity. */
function callerIn(request: Partial<Pick<FastifyRequest, 'identity'>>): {
	keyId?: string;
	sessionId?: string;
} {
	const { identity } = request;
	if (identity === undefined || 'refusal' in identity) return {};
	const { kind, id } = identity.caller;
	return kind === 'key' ? { keyId: id } : { sessionId: id };
}

const MESSAGE_ID = new RegExp(idPattern('msg'));

function messageIn(value: unknown): string | null {
	const id = typeof value === 'object' && value !== null && 'messageId' in value ? value.messageId : null;
	return typeof id === 'string' && MESSAGE_ID.test(id) ? id : null;
}
