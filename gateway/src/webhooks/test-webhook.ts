import { sleep, type Clock } from '../domain/clock.ts';
import type { EventKind } from '../domain/event.ts';
import type { DeliveryId, EventId, NewId } from '../domain/ids.ts';
import { sampleEvent } from '../domain/sample-event.ts';
import type { DeliveryLogStatus } from '../domain/webhook.ts';
import { findDeliveryLog, type DeliveryLogEntry } from '../store/webhooks/delivery-log.ts';
import { recordTestEvent } from '../store/events/events.ts';
import type { Store } from '../store/store.ts';
import type { AttemptWaiters } from './attempt-waiters.ts';
import { webhookOrThrow } from './manage-webhook.ts';

/**
 * Milliseconds the first attempt may keep its caller waiting; it goes on all the same. Twice the time a receiver has:
 * where others wait for the same receiver, nobody can say when its turn comes.
 */
const TEST_TIMEOUT = 10_000;
/** Milliseconds between two looks whether another gateway has made it. */
const LOOK_EVERY = 100;

export interface TestResult {
	deliveryId: DeliveryId;
	eventId: EventId;
	statusCode: number | null;
	/** Milliseconds; null when the attempt has not ended yet. */
	responseTime: number | null;
	status: DeliveryLogStatus;
}

/**
 * Delivers a made-up event to a webhook on the ordinary way, and waits for its first attempt. Throws
 * webhook_not_found. (Specification, POST /v1/webhooks/{id}/test.)
 */
export async function testWebhook(
	{ store, clock, newId, watch }: { store: Store; clock: Clock; newId: NewId; watch: AttemptWaiters },
	id: string,
	kind: EventKind,
): Promise<TestResult> {
	const deliveryId = newId('dlv');
	const { ended, forget } = watch.next(deliveryId);
	try {
		const eventId = await store.commit(async (scope) => {
			const webhook = await webhookOrThrow(scope.db, id);
			const instanceId = webhook.instance_id ?? newId('inst');
			const event = sampleEvent(kind, { instanceId, messageId: newId('msg') }, clock.now());
			return recordTestEvent(scope, newId, event, { webhookId: webhook.id, deliveryId }, clock.now());
		});
		const entry = await entryOf({ store, clock }, deliveryId, ended);
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

/** What came of the first attempt, once it has ended here, or in another gateway on the database. */
async function entryOf(
	{ store, clock }: { store: Store; clock: Clock },
	deliveryId: DeliveryId,
	endedHere: Promise<undefined>,
): Promise<DeliveryLogEntry | undefined> {
	const timeUp = clock.now() + TEST_TIMEOUT;
	// Alone, nobody else can make the attempt, and there is nothing to look for meanwhile.
	const pause = store.engine === 'postgres' ? LOOK_EVERY : TEST_TIMEOUT;
	for (;;) {
		await Promise.race([endedHere, sleep(clock, Math.min(pause, timeUp - clock.now()))]);
		const entry = await findDeliveryLog(store.read, deliveryId);
		if (entry !== undefined || clock.now() >= timeUp) return entry;
	}
}
