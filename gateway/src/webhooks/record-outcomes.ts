import { sleep, type Clock } from '../domain/clock.ts';
import type { DeliveryId } from '../domain/ids.ts';
import { nextRetryDelay, type RetrySchedule } from '../domain/retry-schedule.ts';
import type { DeliveryStatus } from '../domain/webhook.ts';
import type { ClaimedDelivery } from '../store/webhooks/deliveries.ts';
import {
	recordAttempts,
	type AttemptEnd,
	type FinishedAttempt,
} from '../store/webhooks/delivery-attempts.ts';
import type { Db } from '../store/schema.ts';
import type { DeliveryAttempted } from '../store/signal.ts';
import type { Store } from '../store/store.ts';
import { deactivateWebhook } from '../store/webhooks/webhooks.ts';
import type { AttemptOutcome } from './attempt.ts';

/** The receiver says that it is gone for good. */
const GONE = 410;
/** Outcomes one piece of a commit records: with 20 kB of response each they stay below 5 MB. */
const BATCH_SIZE = 256;
/** Milliseconds until outcomes that could not be recorded are tried again. */
const STORE_PAUSE = 1000;

/** An attempt that has ended, and how that leaves its delivery. */
export interface Outcome {
	delivery: ClaimedDelivery;
	outcome: AttemptOutcome;
	end: AttemptEnd;
	/** Whether the webhook is to receive nothing more. */
	gone: boolean;
}

/**
 * What comes of an attempt: success, another attempt by the retry schedule after its end, or failed where that is
 * used up. A receiver that is gone gets nothing more.
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

/** The same in short, for those who watch deliveries. */
export function attemptedOf(
	delivery: ClaimedDelivery,
	{ statusCode, duration, error }: AttemptOutcome,
	status: DeliveryStatus,
): DeliveryAttempted {
	const { id: deliveryId, eventId, webhookId, attempt } = delivery;
	return { deliveryId, eventId, webhookId, status, attempt, statusCode, responseTime: duration, error };
}

export interface OutcomeRecorder {
	add(outcome: Outcome): void;
	/** Resolves when everything added is recorded, or given up because the store cannot be reached. */
	finish(): Promise<void>;
}

/**
 * Records outcomes, all that are there at the time in one piece of a commit. Where that fails they are kept and
 * tried again in halves, so that no single one holds up the others for long; one whose claim has run out meanwhile
 * is dropped, since its delivery is somebody else's by then.
 */
export function createOutcomeRecorder({
	store,
	clock,
	claimLength,
	onRecorded,
	onError,
}: {
	store: Store;
	clock: Clock;
	/** Milliseconds a claim stands. */
	claimLength: number;
	onRecorded: (outcome: Outcome) => void;
	onError: (error: unknown) => void;
}): OutcomeRecorder {
	let fresh: Outcome[] = [];
	let failed: Outcome[][] = [];
	let working: Promise<void> | null = null;
	let finishing = false;

	/** Waits for the store to be well again, and drops outcomes nobody may record any longer. */
	async function pauseAndForget(): Promise<void> {
		if (!finishing) await sleep(clock, STORE_PAUSE);
		const heldFrom = finishing ? Infinity : clock.now() - claimLength;
		const isHeld = ({ outcome }: Outcome): boolean => outcome.startedAt > heldFrom;
		fresh = fresh.filter(isHeld);
		failed = failed.map((batch) => batch.filter(isHeld)).filter((batch) => batch.length > 0);
	}

	async function work(): Promise<void> {
		while (fresh.length + failed.length > 0) {
			let batch: Outcome[] = [];
			try {
				const held = await store.commit(({ db }) => {
					// Taken here, when the commit begins: whatever ended until then goes with it. Taken once, should
					// the store run this again.
					if (batch.length === 0) batch = failed.shift() ?? fresh.splice(0, BATCH_SIZE);
					return recordOutcomes(db, batch, clock.now());
				});
				for (const one of batch) if (held.has(one.delivery.id)) onRecorded(one);
			} catch (error) {
				onError(error);
				failed.push(...halvesOf(batch));
				await pauseAndForget();
			}
		}
		working = null;
	}

	return {
		add(outcome) {
			fresh.push(outcome);
			working ??= work();
		},
		async finish() {
			finishing = true;
			while (working !== null) await working;
		},
	};
}

function halvesOf(batch: readonly Outcome[]): Outcome[][] {
	const middle = Math.ceil(batch.length / 2);
	return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0);
}

async function recordOutcomes(db: Db, outcomes: readonly Outcome[], now: number): Promise<Set<DeliveryId>> {
	const held = await recordAttempts(db, outcomes.map(finishedAttempt), now);
	const gone = new Map<string, ClaimedDelivery>();
	for (const { delivery, gone: isGone } of outcomes) {
		if (isGone && held.has(delivery.id)) gone.set(`${delivery.webhookId} ${delivery.url}`, delivery);
	}
	for (const { webhookId, url } of gone.values()) await deactivateWebhook(db, webhookId, url);
	return held;
}

function finishedAttempt({ delivery, outcome, end }: Outcome): FinishedAttempt {
	const { request, response } = outcome;
	return {
		claimToken: delivery.claimToken,
		webhookId: delivery.webhookId,
		end,
		failures: end.status === 'success' ? delivery.failures : delivery.failures + 1,
		attempt: {
			delivery_id: delivery.id,
			number: delivery.attempt,
			started_at: outcome.startedAt,
			duration: outcome.duration,
			status_code: outcome.statusCode,
			error: outcome.error,
			request_url: request.url,
			request_headers: JSON.stringify(request.headers),
			response_headers: response === null ? null : JSON.stringify(response.headers),
			response_body: response === null ? null : response.body,
		},
	};
}
