import { nextRetryDelay, type RetrySchedule } from '../../domain/webhooks/retry-schedule.ts';
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import type { DeliveryAttempted } from '../../store/signal.ts';
import type { ClaimedDelivery } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import type { AttemptEnd } from '../../store/webhooks/deliveries/delivery-attempts.ts';
import type { AttemptOutcome } from './attempt.ts';
import { hasExecutionEnded } from './n8n-execution-ended.ts';

/** The receiver no longer exists. */
const GONE = 410;

/** A finished attempt, and the status of its delivery after it. */
export interface Outcome {
	delivery: ClaimedDelivery;
	outcome: AttemptOutcome;
	end: AttemptEnd;
	/** Whether the webhook becomes inactive, because its receiver no longer exists. */
	gone: boolean;
}

/**
 * Decides what follows an attempt: failure where the receiver no longer exists: it answered 410, or that its execution of
 * n8n has ended or went on; success after another 2xx; otherwise the next attempt on the retry schedule, counted from the
 * end of this one, or failure where the schedule has ended.
 */
export function outcomeOf(
	delivery: ClaimedDelivery,
	outcome: AttemptOutcome,
	{ schedule, random }: { schedule: RetrySchedule; random: () => number },
): Outcome {
	const { statusCode, startedAt, duration, retryAfter } = outcome;
	const gone = isGone(outcome);
	if (!gone && statusCode !== null && statusCode >= 200 && statusCode < 300) {
		return { delivery, outcome, gone, end: { status: 'success' } };
	}
	const delay = gone ? null : nextRetryDelay(schedule, delivery.failures + 1, retryAfter, random());
	const end: AttemptEnd =
		delay === null ? { status: 'failed' } : { status: 'pending', dueAt: startedAt + duration + delay };
	return { delivery, outcome, gone, end };
}

function isGone({ statusCode, response }: AttemptOutcome): boolean {
	if (statusCode === null || response === null) return false;
	return statusCode === GONE || hasExecutionEnded({ statusCode, body: response.body });
}

/** The attempt as subscribers of the real-time channel receive it. */
export function attemptedOf(
	delivery: ClaimedDelivery,
	{ statusCode, duration, error }: AttemptOutcome,
	status: DeliveryStatus,
): DeliveryAttempted {
	const { id: deliveryId, eventId, webhookId, instanceId, attempt } = delivery;
	const ids = { deliveryId, eventId, webhookId, instanceId };
	return { ...ids, status, attempt, statusCode, responseTime: duration, error };
}
