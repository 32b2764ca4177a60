import type { Clock } from '../domain/clock.ts';
import type { EventKind } from '../domain/event.ts';
import type { DeliveryId, EventId, NewId } from '../domain/ids.ts';
import { sampleEvent } from '../domain/sample-event.ts';
import type { DeliveryLogStatus } from '../domain/webhook.ts';
import { findDeliveryLog } from '../store/delivery-log.ts';
import { recordTestEvent } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import type { AttemptWatch } from './attempt-watch.ts';
import { webhookOrThrow } from './manage-webhook.ts';

/** Milliseconds the first attempt may keep its caller waiting; it goes on all the same. */
const PATIENCE = 15_000;

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
	{ store, clock, newId, watch }: { store: Store; clock: Clock; newId: NewId; watch: AttemptWatch },
	id: string,
	kind: EventKind,
): Promise<TestResult> {
	const deliveryId = newId('dlv');
	const { outcome, forget } = watch.next(deliveryId);
	const eventId = await store.commit(async (scope) => {
		const webhook = await webhookOrThrow(scope.db, id);
		const instanceId = webhook.instance_id ?? newId('inst');
		const event = sampleEvent(kind, { instanceId, messageId: newId('msg') }, clock.now());
		return recordTestEvent(scope, newId, event, { webhookId: webhook.id, deliveryId }, clock.now());
	});
	const ended = await Promise.race([outcome, timeUp(clock)]);
	forget();
	const entry = await findDeliveryLog(store.read, deliveryId);
	return {
		deliveryId,
		eventId,
		statusCode: ended?.statusCode ?? null,
		responseTime: ended?.duration ?? null,
		status: entry?.status ?? 'retrying',
	};
}

function timeUp(clock: Clock): Promise<null> {
	return new Promise((resolve) => {
		clock.after(PATIENCE, () => {
			resolve(null);
		});
	});
}
