import { nextRetryDelay, type RetrySchedule } from '../../domain/webhooks/retry-schedule.ts';
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import type { DeliveryAttempted } from '../../store/signal.ts';
import type { ClaimedDelivery } from '../../store/webhooks/claim-deliveries.ts';
import type { AttemptEnd } from '../../store/webhooks/delivery-attempts.ts';
import type { AttemptOutcome } from './attempt.ts';

/** The receiver no longer exists. */
const GONE = 410;

/** A finished attempt, and the status of its delivery after it. */
export interface Outcome {
	delivery: ClaimedDelivery;
	outcome: AttemptOutcome;
	end: AttemptEnd;
	/** Whether the webhook becomes inactive, because its receiver answered 410. */
	gone: boolean;
}

/**
 * Decides what follows an attempt: success after a 2xx; otherwise the next attempt on the retry schedule, counted from
 * the end of this one, or failure where the schedule has ended or the receiver answered 410.
 */
export function outcomeOf(
	delivery: ClaimedDelivery,
	outcome: AttemptOutcome,
	{ schedule, random }: { schedule: RetrySchedule; random: () => number },
): Outcome {
	const { statusCode, startedAt, duration, retryAfter } = outcome;
	const gone = statusCode === GONE;
	if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
		return { delivery, outcome, gone, end: { status: 'success' } };
	}
	const delay = gone ? null : nextRetryDelay(schedule, delivery.failures + 1, retryAfter, random());
	const end: AttemptEnd =
		delay === null ? { status: 'failed' } : { status: 'pending', dueAt: startedAt + duration + delay };
	return { delivery, outcome, gone, end };
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
