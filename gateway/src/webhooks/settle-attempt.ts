import {
	cancelPendingDeliveries,
	insertDeliveryAttempt,
	settleDelivery,
	type ClaimedDelivery,
} from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { updateWebhook } from '../store/webhooks.ts';
import type { AttemptOutcome } from './attempt.ts';

/** The receiver says that it is gone for good. */
const GONE = 410;

/**
 * Records what came of an attempt: success, another attempt `retryDelay` milliseconds after its end, or failed
 * where that is null. A receiver that is gone gets nothing more. Records nothing, and gives false, when the claim
 * is no longer the caller's.
 */
export async function settleAttempt(
	db: Db,
	delivery: ClaimedDelivery,
	outcome: AttemptOutcome,
	retryDelay: number | null,
): Promise<boolean> {
	const endedAt = outcome.startedAt + outcome.duration;
	const end = endOf(outcome.statusCode, endedAt, retryDelay);
	if (!(await settleDelivery(db, delivery, end))) return false;
	await insertDeliveryAttempt(db, {
		delivery_id: delivery.id,
		number: delivery.attempt,
		started_at: outcome.startedAt,
		duration: outcome.duration,
		status_code: outcome.statusCode,
		error: outcome.error,
	});
	await updateWebhook(db, delivery.webhookId, {
		last_delivery_at: endedAt,
		last_delivery_status: end.status === 'pending' ? 'retrying' : end.status,
	});
	if (outcome.statusCode === GONE) {
		await updateWebhook(db, delivery.webhookId, { status: 'inactive' });
		await cancelPendingDeliveries(db, delivery.webhookId, endedAt);
	}
	return true;
}

function endOf(statusCode: number | null, endedAt: number, retryDelay: number | null) {
	if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
		return { status: 'success' as const, at: endedAt };
	}
	if (statusCode === GONE || retryDelay === null) return { status: 'failed' as const, at: endedAt };
	return { status: 'pending' as const, dueAt: endedAt + retryDelay };
}
