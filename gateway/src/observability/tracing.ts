import {
	isSpanContextValid,
	ROOT_CONTEXT,
	SpanKind,
	SpanStatusCode,
	trace,
	type Attributes,
	type Context,
	type Span,
	type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SendInstrumentation } from '../outbound/sending/send-message.ts';
import type { Commit } from '../store/commit/scope.ts';
import type { ClaimedDelivery } from '../store/webhooks/deliveries/claim-deliveries.ts';
import { VERSION } from '../runtime/version.ts';
import type { AttemptOutcome } from '../webhooks/attempts/attempt.ts';

/** The URL that receives spans as OTLP over HTTP, and the name of their service. */
export interface TraceTarget {
	url: string;
	service: string;
}

/** The span of a request. */
export interface RequestSpan {
	/** Runs the handler of the request; its spans become children of this one. */
	within(work: () => void): void;
	ended(response: { route: string; status: number; messageId: string | null }): void;
}

/** Creates spans with the ids of messages, events and deliveries. */
export interface Tracing {
	/** Starts the span of a request; `traceparent` is the header that names the span of its client. */
	request(request: { id: string; method: string; traceparent: string | undefined }): RequestSpan;
	/** The commit with a span for each transaction, from the call until it is durable. */
	commits(commit: Commit): Commit;
	send: SendInstrumentation;
	/** Creates the span of an attempt that has ended. */
	attempt(delivery: ClaimedDelivery, outcome: AttemptOutcome): void;
	/** Sends the spans that are not sent yet. */
	close(): Promise<void>;
}

/**
 * Starts tracing, without global state: two gateways in one process do not mix their spans. Spans are lost while the
 * collector is unreachable; `onError` gets the error.
 */
export function startTracing(target: TraceTarget, onError: (error: unknown) => void): Tracing {
	const exporter = new OTLPTraceExporter({ url: target.url });
	const provider = new BasicTracerProvider({
		resource: resourceFromAttributes({ 'service.name': target.service, 'service.version': VERSION }),
		spanProcessors: [new BatchSpanProcessor(reportingExporter(exporter, onError))],
	});
	const tracer = provider.getTracer('messaging-gateway', VERSION);
	const current = new AsyncLocalStorage<Span>();

	function parent(): Context {
		const span = current.getStore();
		return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
	}

	async function inSpan<T>(
		name: string,
		kind: SpanKind,
		attributes: Attributes,
		work: () => Promise<T>,
	): Promise<T> {
		const span = tracer.startSpan(name, { kind, attributes }, parent());
		try {
			return await current.run(span, work);
		} catch (error) {
			span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
			throw error;
		} finally {
			span.end();
		}
	}

	return {
		request({ id, method, traceparent }) {
			const attributes = { 'http.request.method': method, 'request.id': id };
			const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, remoteParent(traceparent));
			return {
				within(work) {
					current.run(span, work);
				},
				ended({ route, status, messageId }) {
					span.updateName(`${method} ${route}`);
					span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
					if (messageId !== null) span.setAttribute('message.id', messageId);
					if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
					span.end();
				},
			};
		},
		commits: (commit) => (body, size) => inSpan('commit', SpanKind.INTERNAL, {}, () => commit(body, size)),
		send: (message, send) => {
			const attributes = {
				'message.id': message.id,
				'message.type': message.type,
				'instance.id': message.instance_id,
			};
			return inSpan('send message', SpanKind.PRODUCER, attributes, send);
		},
		attempt(delivery, outcome) {
			const span = tracer.startSpan(
				'deliver event',
				{
					kind: SpanKind.CLIENT,
					startTime: outcome.startedAt,
					attributes: {
						'event.id': delivery.eventId,
						'delivery.id': delivery.id,
						'delivery.attempt': delivery.attempt,
						'webhook.id': delivery.webhookId,
						...messageIn(delivery.body),
						...(outcome.statusCode === null ? {} : { 'http.response.status_code': outcome.statusCode }),
					},
				},
				ROOT_CONTEXT,
			);
			if (outcome.error !== null) {
				span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.error });
			}
			span.end(outcome.startedAt + outcome.duration);
		},
		close: () => provider.shutdown(),
	};
}

/** Reports each batch that could not be sent; the exporter itself does not. */
function reportingExporter(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
	return {
		export(spans, done) {
			exporter.export(spans, (result) => {
				if (result.error !== undefined) onError(result.error);
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
	};
}

/** The context of the client's span that a `traceparent` header names (W3C Trace Context). */
function remoteParent(header: string | undefined): Context {
	const [, traceId = '', spanId = '', flags = ''] =
		/^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
	const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
	return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

/** The message an event is about, so that all spans of one message are found by its id. */
function messageIn(body: string): Attributes {
	const { messageId } = (JSON.parse(body) as { data: { messageId?: string } }).data;
	return messageId === undefined ? {} : { 'message.id': messageId };
}

/** The code or class of an error. Its text may contain secrets, and a span leaves the gateway. */
function nameOf(error: unknown): string {
	if (!(error instanceof Error)) return 'error';
	return 'code' in error ? String(error.code) : error.name;
}
