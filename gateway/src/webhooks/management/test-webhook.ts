import type { Caller } from '../../domain/access/caller.ts';
import type { Clock } from '../../domain/clock.ts';
import type { EventKind } from '../../domain/events/event-kind.ts';
import type { DeliveryId, EventId, NewId } from '../../domain/ids.ts';
import { sampleEvent } from '../../domain/events/sample-event.ts';
import type { DeliveryLogStatus } from '../../domain/webhooks/webhook.ts';
import { waitAtMost } from '../../lib/concurrency/with-time-limit.ts';
import { findDeliveryLog, type DeliveryLogEntry } from '../../store/webhooks/deliveries/delivery-log.ts';
import { recordTestEvent } from '../../store/events/events.ts';
import type { Store } from '../../store/store.ts';
import type { AttemptWaiters } from '../attempts/attempt-waiters.ts';
import { webhookOrThrow } from './find-webhook.ts';
import { assertMayReceive } from './message-permission.ts';

/**
 * Milliseconds to wait for the first attempt, which continues after that: twice the deadline of an attempt, since it
 * may have to wait for other attempts at the same receiver.
 */
const TEST_TIMEOUT = 10_000;
/** Milliseconds between two lookups of the outcome, which another gateway on the database may record. */
const LOOKUP_INTERVAL = 100;

export interface TestDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	attemptWaiters: AttemptWaiters;
}

export interface TestResult {
	deliveryId: DeliveryId;
	eventId: EventId;
	statusCode: number | null;
	/** Milliseconds; null when the attempt has not ended yet. */
	responseTime: number | null;
	status: DeliveryLogStatus;
}

/**
 * Delivers a sample event to a webhook like any other event, and waits for its first attempt. Throws
 * insufficient_permissions, webhook_not_found. (Specification, POST /v1/webhooks/{id}/test.)
 */
export async function testWebhook(
	{ store, clock, newId, attemptWaiters }: TestDeps,
	id: string,
	kind: EventKind,
	caller: Caller,
): Promise<TestResult> {
	assertMayReceive(caller, [kind]);
	const deliveryId = newId('dlv');
	const { ended, forget } = attemptWaiters.next(deliveryId);
	try {
		const eventId = await store.commit(async (scope) => {
			const webhook = await webhookOrThrow(scope.db, id);
			const instanceId = webhook.instance_id ?? newId('inst');
			const event = sampleEvent(kind, { instanceId, messageId: newId('msg') }, clock.now());
			return recordTestEvent(scope, newId, event, { webhook, deliveryId }, clock.now());
		});
		const entry = await firstAttempt({ store, clock }, deliveryId, ended);
		return {
			deliveryId,
			eventId,
			statusCode: entry?.statusCode ?? null,
			responseTime: entry?.responseTime ?? null,
			status: entry?.status ?? 'retrying',
		};
	} finally {
		forget();
	}
}

/**
 * Returns a delivery with its first attempt, once this gateway or another one on the database has recorded it;
 * undefined after TEST_TIMEOUT.
 */
async function firstAttempt(
	{ store, clock }: { store: Store; clock: Clock },
	deliveryId: DeliveryId,
	endedHere: Promise<undefined>,
): Promise<DeliveryLogEntry | undefined> {
	const deadline = clock.now() + TEST_TIMEOUT;
	// On SQLite no other gateway can make the attempt, so nothing needs to be looked up before it ends here.
	const pause = store.engine === 'postgres' ? LOOKUP_INTERVAL : TEST_TIMEOUT;
	for (;;) {
		await waitAtMost(clock, Math.min(pause, deadline - clock.now()), endedHere);
		const entry = await findDeliveryLog(store.read, deliveryId);
		if (entry !== undefined || clock.now() >= deadline) return entry;
	}
}
