import type { Logger } from 'pino';
import { timestampOfId } from '../domain/ids.ts';
import type { RetrySchedule } from '../domain/webhooks/retry-schedule.ts';
import type { SendInstrumentation } from '../outbound/sending/send-message.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { isNotInstalled } from '../lib/errors/is-not-installed.ts';
import { PermanentSendError } from '../network/permanent-send-error.ts';
import type { ClaimedDelivery } from '../store/webhooks/deliveries/claim-deliveries.ts';
import type { Commit } from '../store/commit/scope.ts';
import type { Signal } from '../store/signal.ts';
import { TRACING_PACKAGES } from '../runtime/version.ts';
import type { AttemptOutcome } from '../webhooks/attempts/attempt.ts';
import { createMetrics, type AttemptResult, type Metrics } from './metrics.ts';
import type { Tracing, TraceTarget } from './tracing.ts';

/** The log, the metrics and, where a collector is set, the traces of a gateway. */
export interface Observability {
	metrics: Metrics;
	tracing: Tracing | null;
	/** The commit with a span for each transaction; the same commit without traces. */
	commits(commit: Commit): Commit;
	send: SendInstrumentation;
	/** Call it when the outcome of an attempt is durable. */
	attemptSettled: (delivery: ClaimedDelivery, outcome: AttemptOutcome) => void;
	/** Counts and logs a signal of this process. */
	signal(signal: Signal): void;
	/** Sends the last traces. */
	close(): Promise<void>;
}

/**
 * Opens the observability of one gateway; loads the tracing libraries only where a collector is set. Throws
 * TracingNotInstalled.
 */
export async function openObservability(
	target: TraceTarget | null,
	schedule: RetrySchedule,
	logger: Logger,
): Promise<Observability> {
	const metrics = createMetrics();
	const tracing = target === null ? null : await loadTracing(target, logger);

	const timedSend: SendInstrumentation = async (_message, send) => {
		const startedAt = performance.now();
		const ended = (result: 'taken' | 'refused' | 'error'): void => {
			metrics.sendEnded(result, performance.now() - startedAt);
		};
		try {
			const result = await send();
			ended('taken');
			return result;
		} catch (error) {
			ended(error instanceof PermanentSendError ? 'refused' : 'error');
			throw error;
		}
	};

	return {
		metrics,
		tracing,
		commits: (commit) => tracing?.commits(commit) ?? commit,
		send:
			tracing === null ? timedSend : (message, send) => tracing.send(message, () => timedSend(message, send)),
		attemptSettled(delivery, outcome) {
			const result = resultOf(delivery, outcome, schedule);
			metrics.attemptEnded(result, outcome.duration);
			if (result === 'success') {
				metrics.eventDelivered(outcome.startedAt + outcome.duration - timestampOfId(delivery.eventId));
			}
			tracing?.attempt(delivery, outcome);
			const { id: deliveryId, eventId, webhookId, attempt } = delivery;
			const { statusCode, duration, error: reason } = outcome;
			logger.info(
				{ deliveryId, eventId, webhookId, attempt, statusCode, duration, reason },
				'delivery attempted',
			);
		},
		signal(signal) {
			metrics.signal(signal);
			if (logger.isLevelEnabled('debug')) logSignal(logger, signal);
		},
		async close() {
			await tracing?.close().catch((error: unknown) => {
				logger.warn({ err: error }, 'the last traces could not be sent');
			});
		},
	};
}

/** Traces are configured, but the optional packages that send them are not installed. */
class TracingNotInstalled extends ExplainedError {
	constructor(options: ErrorOptions) {
		super(
			`OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send traces are not installed: install them beside the gateway with npm install ${TRACING_PACKAGES.join(' ')}, or unset OTEL_EXPORTER_OTLP_ENDPOINT.`,
			options,
		);
	}
}

async function loadTracing(target: TraceTarget, logger: Logger): Promise<Tracing> {
	const { startTracing } = await import('./tracing.ts').catch((error: unknown) => {
		throw isNotInstalled(error) ? new TracingNotInstalled({ cause: error }) : error;
	});
	return startTracing(target, (error) => {
		logger.warn({ err: error }, 'traces could not be sent');
	});
}

/** Without another attempt the result is `failed`: the receiver answered 410 Gone, or this was the last attempt. */
function resultOf(
	{ failures }: ClaimedDelivery,
	{ statusCode }: AttemptOutcome,
	schedule: RetrySchedule,
): AttemptResult {
	if (statusCode !== null && statusCode >= 200 && statusCode < 300) return 'success';
	return statusCode === 410 || failures + 1 >= schedule.length ? 'failed' : 'retrying';
}

/** Logs signals with the ids by which a message, its request and its events are connected. */
function logSignal(logger: Logger, signal: Signal): void {
	if (signal.kind === 'message_accepted') {
		logger.debug({ messageId: signal.messageId, type: signal.type }, 'message accepted');
	}
	if (signal.kind === 'event_recorded') {
		const { eventId, event } = signal;
		const { instanceId } = event.data;
		const messageId = 'messageId' in event.data ? event.data.messageId : undefined;
		logger.debug({ eventId, event: event.kind, instanceId, messageId }, 'event recorded');
	}
}
