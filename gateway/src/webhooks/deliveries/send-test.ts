import type { Caller } from '../../domain/access/caller.ts';
import type { Clock } from '../../domain/clock.ts';
import type { EventId, NewId } from '../../domain/ids.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import type { Store } from '../../store/store.ts';
import { targetOf } from '../../store/webhooks/deliveries/delivery-target.ts';
import { attemptDelivery, type AttemptDeps, type AttemptOutcome } from '../attempts/attempt.ts';
import { webhookOrThrow } from '../management/find-webhook.ts';
import { assertMayReceive } from '../management/message-permission.ts';
import { deliveryOrThrow } from './redeliver.ts';

export interface SendTestDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	receivers: Omit<AttemptDeps, 'clock'>;
}

/** A test request, and its outcome. */
export interface SentTest {
	eventId: EventId;
	/** The exact text that was signed and sent. */
	body: string;
	outcome: AttemptOutcome;
}

/**
 * Sends an edited payload of a delivery to its webhook once, signed like a delivery. It has an event id of its own and
 * `test: true`, so that its receiver neither takes it for the event nor for a repetition. It is no delivery: nothing is
 * stored or counted, and it is not repeated. Throws insufficient_permissions, webhook_not_found, not_found.
 */
export async function sendTest(
	{ store, clock, newId, receivers }: SendTestDeps,
	{ webhookId, deliveryId }: { webhookId: string; deliveryId: string },
	payload: Readonly<Record<string, unknown>>,
	caller: Caller,
): Promise<SentTest> {
	const webhook = await webhookOrThrow(store.read, webhookId);
	const delivery = await deliveryOrThrow(store.read, webhookId, deliveryId);
	assertMayReceive(caller, [delivery.kind]);
	const eventId = newId('evt');
	const body = JSON.stringify({ ...payload, eventId, test: true });
	const entry = { action: 'webhook.test_sent' as const, target: webhook.id, details: { deliveryId } };
	await store.commit(({ db }) => recordAudit(db, newId, { actor: caller.actor, at: clock.now() }, entry));
	const request = { ...targetOf(webhook), webhookId: webhook.id, eventId, body, attempt: 1 };
	return { eventId, body, outcome: await attemptDelivery({ ...receivers, clock }, request) };
}
