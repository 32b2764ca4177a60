import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import { retryWithBackoff } from '../../lib/loops/retry-with-backoff.ts';
import { batch } from '../../lib/concurrency/batch.ts';
import type { CommitOptions, CommitScope } from '../../store/commit/scope.ts';
import type { Store } from '../../store/store.ts';
import { tryAdvance } from '../../store/webhooks/queues/advance-queues.ts';
import { recordAttempts, type FinishedAttempt } from '../../store/webhooks/deliveries/delivery-attempts.ts';
import { distinctKeys, type QueueKey } from '../../store/webhooks/queues/queue-locks.ts';
import { listHealthStates } from '../../store/webhooks/health-states.ts';
import { recordGone, retriedAtNewUrl } from './gone-receivers.ts';
import type { Outcome } from './outcome.ts';
import { recordHealth, type RecordHealthDeps } from '../health/record-health.ts';

/** Bytes that an outcome writes besides the receiver's response. */
const ROW_SIZE = 1024;
/**
 * Most milliseconds that an unordered success waits to share the commit of another write: no caller waits for its
 * record, and a commit of its own would cost more than the record. After a crash, deliveries without a record are
 * repeated.
 */
const SUCCESS_COMMIT_DELAY = 25;

/** Records the outcome of an attempt; resolves with the outcome as it was recorded, or null: nothing was recorded. */
export type RecordOutcome = (outcome: Outcome) => Promise<Outcome | null>;

export interface RecordOutcomeDeps extends RecordHealthDeps {
	store: Pick<Store, 'commit' | 'nextGroup' | 'failureOf'>;
	clock: Clock;
	/** Number of this process among those that write a webhook's last delivery. */
	writer: number;
	/** Milliseconds for which a claim is valid. */
	claimLength: number;
	/** Called with the queues that were not advanced, because another gateway has locked them. */
	onLocked: (keys: readonly QueueKey[]) => void;
	/** Called with the webhooks that are paused, inactive or deleted. */
	onNotDelivering: (webhookIds: readonly WebhookId[]) => void;
	/** Whether the worker is stopping: then no write is retried. */
	isStopping: () => boolean;
	onError: (error: unknown) => void;
}

/**
 * Creates a function that records outcomes in batches. It retries a failed write until the claim expires. Then, as
 * after a lost claim, nothing is recorded, and the delivery is attempted again under a new claim.
 */
export function createOutcomeRecorder(deps: RecordOutcomeDeps): RecordOutcome {
	const { store, clock, claimLength, isStopping, onError, onLocked, onNotDelivering } = deps;

	async function recordBatch(
		outcomes: readonly Outcome[],
		options: CommitOptions,
	): Promise<readonly (Outcome | null)[]> {
		try {
			const { recorded, locked, notDelivering } = await store.commit(
				(scope) => record(scope, outcomes, deps, clock.now()),
				options,
			);
			if (locked.length > 0) onLocked(locked);
			if (notDelivering.length > 0) onNotDelivering(notDelivering);
			return outcomes.map(({ delivery }) => recorded.get(delivery.id) ?? null);
		} catch (error) {
			onError(error);
			throw error;
		}
	}

	/** Unordered successes may wait for `maxDelay` milliseconds, so they share no batch with outcomes that may not. */
	const batchOf = (overlaps: boolean, maxDelay: number): RecordOutcome =>
		batch({
			work: (outcomes, size) => recordBatch(outcomes, { ...size, overlaps }),
			untilStart: () => store.nextGroup(maxDelay),
			sizeOf: ({ outcome }) => ROW_SIZE + (outcome.response?.body.length ?? 0),
			// An outcome that the database refuses does not keep the others of its batch from being recorded.
			canSplit: (error) => !(error instanceof GatewayError),
		});
	const recordSuccess = batchOf(true, SUCCESS_COMMIT_DELAY);
	const recordOther = batchOf(false, 0);

	return (outcome) => {
		const claimedUntil = outcome.outcome.startedAt + claimLength;
		const isFinal = (): boolean => isStopping() || clock.now() >= claimedUntil;
		const recordBatched = isUnorderedSuccess(outcome) ? recordSuccess : recordOther;
		return retryWithBackoff(clock, () => recordBatched(outcome), isFinal).catch(() => null);
	};
}

/**
 * Returns the recorded outcomes of the deliveries whose claim was still valid, their queues that another gateway has
 * locked, and the webhooks that are paused, inactive or deleted.
 */
async function record(
	scope: CommitScope,
	given: readonly Outcome[],
	deps: RecordOutcomeDeps,
	now: number,
): Promise<{ recorded: Map<DeliveryId, Outcome>; locked: QueueKey[]; notDelivering: WebhookId[] }> {
	const { db } = scope;
	const outcomes = await retriedAtNewUrl(db, given, now);
	const finished = outcomes.map(finishedAttempt);
	const [claimed, states] = await Promise.all([
		recordAttempts(db, finished, { writer: deps.writer, now }),
		listHealthStates(
			db,
			finished.map(({ webhookId }) => webhookId),
		),
	]);
	const recorded = outcomes.filter(({ delivery }) => claimed.has(delivery.id));
	const gone = await recordGone(db, recorded);
	const attempts = finished.filter(({ attempt }) => claimed.has(attempt.delivery_id));
	await recordHealth(scope, { attempts, states }, deps, now);
	const keys = recorded.flatMap(({ delivery: { webhookId, orderingKey } }) =>
		orderingKey === null ? [] : { webhookId, orderingKey },
	);
	const delivering = new Set(states.flatMap(({ id, pausedAt }) => (pausedAt === null ? id : [])));
	for (const webhookId of gone) delivering.delete(webhookId);
	const webhookIds = new Set(finished.map(({ webhookId }) => webhookId));
	return {
		recorded: new Map(recorded.map((outcome) => [outcome.delivery.id, outcome])),
		locked: await tryAdvance(scope, distinctKeys(keys)),
		notDelivering: [...webhookIds].filter((id) => !delivering.has(id)),
	};
}

/** Whether an outcome neither advances a queue nor records an event: a success of a delivery that is in no queue. */
function isUnorderedSuccess({ delivery, end }: Outcome): boolean {
	return end.status === 'success' && delivery.orderingKey === null;
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
