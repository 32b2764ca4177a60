import type { GatewayEvent } from '../../domain/events/event.ts';
import type { DeliveryId, EventId, NewId } from '../../domain/ids.ts';
import type { CommitScope } from '../commit/scope.ts';
import type { WebhookRow } from '../schema.ts';
import { targetOf } from '../webhooks/deliveries/delivery-target.ts';
import { insertDeliveries } from '../webhooks/deliveries/insert-deliveries.ts';
import { deliveryRow, insertNewDeliveries } from '../webhooks/deliveries/new-deliveries.ts';
import { listSubscriptions, wants, type Subscription } from '../webhooks/subscriptions.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { serialiseTestEvent } from '../../domain/events/envelope.ts';

/** An event, and when it happened (epoch milliseconds). */
export interface Occurrence {
	event: GatewayEvent;
	at: number;
}

/**
 * Inserts an event, and one delivery for each webhook that receives it, in the transaction of the state change that
 * caused it: neither can exist without the other.
 */
export async function recordEvent(
	scope: CommitScope,
	newId: NewId,
	event: GatewayEvent,
	at: number,
): Promise<void> {
	await recordEvents(scope, newId, [{ event, at }]);
}

/**
 * Records many events, in their order; see recordEvent(). `read`: the subscriptions to events of their instances, where
 * this transaction has read them already.
 */
export async function recordEvents(
	scope: CommitScope,
	newId: NewId,
	occurrences: readonly Occurrence[],
	read: readonly Subscription[] | null = null,
): Promise<void> {
	if (occurrences.length === 0) return;
	const { db, emit } = scope;
	const instanceIds = new Set(occurrences.flatMap(({ event }) => event.data.instanceId ?? []));
	const subscriptions = read ?? (await listSubscriptions(db, [...instanceIds]));
	const events = occurrences.map(({ event, at }) => {
		const receivers = subscriptions.filter(
			(subscription) => wants(subscription, event) && !isAbout(event, subscription.id),
		);
		return {
			event,
			at,
			receivers,
			row: eventRow(newId('evt'), event, { at, deliveries: receivers.length }),
		};
	});
	await insertEvents(
		db,
		events.map(({ row }) => row),
	);
	for (const { event, at, row } of events) {
		emit({ kind: 'event_recorded', eventId: row.id, event, at, body: row.body, test: false });
	}
	const matches = events.flatMap(({ event, row, receivers }) =>
		receivers.map((subscription) => ({ event, row, subscription })),
	);
	if (matches.length > 0) await insertDeliveries(scope, newId, matches);
}

/** Whether an event reports about this webhook: it is delivered to the other webhooks only. */
function isAbout({ data }: GatewayEvent, webhookId: string): boolean {
	return 'webhookId' in data && data.webhookId === webhookId;
}

/** Records a test event for one webhook, even where the webhook does not receive events of this kind. */
export async function recordTestEvent(
	scope: CommitScope,
	newId: NewId,
	event: GatewayEvent,
	{ webhook, deliveryId }: { webhook: WebhookRow; deliveryId: DeliveryId },
	at: number,
): Promise<EventId> {
	const id = newId('evt');
	const row = eventRow(id, event, { at, deliveries: 1 }, serialiseTestEvent(id, event, at));
	await insertEvents(scope.db, [row]);
	const delivery = {
		row: deliveryRow(deliveryId, row, webhook.id, 1),
		event: row,
		target: targetOf(webhook),
	};
	await insertNewDeliveries(scope, [{ ...delivery, paused: webhook.paused_at !== null }]);
	scope.emit({ kind: 'event_recorded', eventId: id, event, at, body: row.body, test: true });
	return id;
}
