import type { Logger } from 'pino';
import type { RetrySchedule } from '../domain/retry-schedule.ts';
import type { SendInstrumentation } from '../outbound/sender.ts';
import { PermanentSendError } from '../network/permanent-send-error.ts';
import type { ClaimedDelivery } from '../store/webhooks/deliveries.ts';
import type { Commit } from '../store/commit/group-commit.ts';
import type { Signal } from '../store/signal.ts';
import type { AttemptOutcome } from '../webhooks/attempt.ts';
import { createMetrics, type AttemptResult, type Metrics } from './metrics.ts';
import type { Tracing, TraceTarget } from './tracing.ts';

/** How a gateway is looked into from outside: its log, its metrics and, where somebody collects them, its traces. */
export interface Observability {
	metrics: Metrics;
	tracing: Tracing | null;
	/** The same commit, followed. */
	commits(commit: Commit): Commit;
	send: SendInstrumentation;
	/** An attempt's outcome is durable. */
	attemptSettled: (delivery: ClaimedDelivery, outcome: AttemptOutcome) => void;
	/** Hears what this process committed. */
	signal(signal: Signal): void;
	/** Posts the last traces. */
	close(): Promise<void>;
}

/** Gives it for one gateway. What makes traces is loaded only where there is somewhere to send them. */
export async function openObservability(
	target: TraceTarget | null,
	schedule: RetrySchedule,
	logger: Logger,
): Promise<Observability> {
	const metrics = createMetrics();
	const tracing = target === null ? null : await loadTracing(target, logger);

	const timedSend: SendInstrumentation = async (_message, handOver) => {
		const begun = performance.now();
		const ended = (result: 'taken' | 'refused' | 'error'): void => {
			metrics.sendEnded(result, performance.now() - begun);
		};
		try {
			const taken = await handOver();
			ended('taken');
			return taken;
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
			tracing === null
				? timedSend
				: (message, handOver) => tracing.send(message, () => timedSend(message, handOver)),
		attemptSettled(delivery, outcome) {
			metrics.attemptEnded(resultOf(delivery, outcome, schedule), outcome.duration);
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
			if (logger.isLevelEnabled('debug')) logFact(logger, signal);
		},
		async close() {
			await tracing?.close().catch((error: unknown) => {
				logger.warn({ err: error }, 'the last traces could not be sent');
			});
		},
	};
}

async function loadTracing(target: TraceTarget, logger: Logger): Promise<Tracing> {
	const { startTracing } = await import('./tracing.ts');
	return startTracing(target, (error) => {
		logger.warn({ err: error }, 'traces could not be sent');
	});
}

/** The receiver is gone for good (410), or this was the last attempt: then there will be no other. */
function resultOf(
	{ failures }: ClaimedDelivery,
	{ statusCode }: AttemptOutcome,
	schedule: RetrySchedule,
): AttemptResult {
	if (statusCode !== null && statusCode >= 200 && statusCode < 300) return 'success';
	return statusCode === 410 || failures + 1 >= schedule.length ? 'failed' : 'retrying';
}

/** Leads from the request that brought a message to the events that came of it: each line names both. */
function logFact(logger: Logger, signal: Signal): void {
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
