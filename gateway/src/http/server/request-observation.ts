import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { idPattern } from '../../domain/ids.ts';
import type { AnsweredRequest } from '../../observability/metrics.ts';
import type { RequestSpan, Tracing } from '../../observability/tracing.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Asked by machines all the time: no line in the log above `trace`, and no trace. */
		suppressLog?: boolean;
	}
	interface FastifyRequest {
		/** The message the request is about, once that is known. */
		messageId: string | null;
		span: RequestSpan | null;
	}
}

export interface RequestObservation {
	answered(request: AnsweredRequest): void;
	tracing: Tracing | null;
}

/**
 * Follows every request to its answer: one line in the log, one observation for the metrics, one span. They name
 * the pattern of the route and never the path, a query, a body or a key.
 */
export const requestObservation = plugin((app: FastifyInstance, observe: RequestObservation) => {
	app.decorateRequest('messageId', null);
	app.decorateRequest('span', null);

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
		const line = { method, route, status, duration: Math.round(duration), ...callerIn(request), messageId };
		request.log[levelOf(request, status)](line, 'request answered');
		done();
	});
	if (observe.tracing !== null) follow(app, observe.tracing);
	return Promise.resolve();
});

function follow(app: FastifyInstance, tracing: Tracing): void {
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
	// After the body came in: what reads it from the socket leaves the request's own context behind.
	app.addHook('preValidation', (request, _reply, done) => {
		if (request.span === null) done();
		else request.span.within(done);
	});
}

/** What was refused, and what went wrong, is worth a line to every operator; the rest to who looks for something. */
function levelOf(request: FastifyRequest, status: number): 'trace' | 'debug' | 'info' | 'warn' {
	if (request.routeOptions.config.suppressLog === true) return 'trace';
	if (status >= 500) return 'warn';
	return status >= 400 ? 'info' : 'debug';
}

/** Methods nobody has heard of come from outside, and would each be a label of their own. */
function methodOf(request: FastifyRequest): string {
	return request.routeOptions.url === undefined ? 'other' : request.method;
}

/** A request that failed early has no identity yet. */
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
	const inside = typeof value === 'object' && value !== null && 'messageId' in value ? value.messageId : null;
	return typeof inside === 'string' && MESSAGE_ID.test(inside) ? inside : null;
}
