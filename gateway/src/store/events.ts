import { serialiseEvent, serialiseTestEvent, type GatewayEvent } from '../domain/event.ts';
import type { DeliveryId, EventId, NewId, WebhookId } from '../domain/ids.ts';
import type { CommitScope } from './group-commit.ts';
import type { DeliveryTable, EventTable, Flag } from './schema.ts';
import { listSubscriptions, wants } from './webhooks.ts';
import { insertRows } from './write-rows.ts';

/** Something that happened, and when. */
export interface Occurrence {
	event: GatewayEvent;
	at: number;
}

/**
 * Stores an event and one delivery for each webhook that wants it, in the transaction of the state change that
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

/** The same for many events, in their order. */
export async function recordEvents(
	{ db, announce }: CommitScope,
	newId: NewId,
	occurrences: readonly Occurrence[],
): Promise<void> {
	if (occurrences.length === 0) return;
	const rows = occurrences.map(({ event, at }) => {
		const id = newId('evt');
		return eventRow(id, event, serialiseEvent(id, event, at), at);
	});
	await insertRows(db, 'events', rows);
	rows.forEach(({ id, body }, index) => {
		const occurrence = occurrences[index];
		if (occurrence === undefined) return;
		announce({ kind: 'event_recorded', eventId: id, ...occurrence, body, test: false });
	});
	const instanceIds = new Set(rows.map((row) => row.instance_id));
	const subscriptions = await listSubscriptions(db, [...instanceIds]);
	const deliveries = rows.flatMap((row) =>
		subscriptions
			.filter((subscription) => wants(subscription, row.kind, row.instance_id))
			.map((subscription) => deliveryRow(newId('dlv'), row, subscription.id, 0)),
	);
	if (deliveries.length === 0) return;
	await insertRows(db, 'deliveries', deliveries);
	announce({ kind: 'delivery_due', webhookIds: [...new Set(deliveries.map((row) => row.webhook_id))] });
}

/** Stores an event for one webhook alone, whether or not it wants such events. */
export async function recordTestEvent(
	{ db, announce }: CommitScope,
	newId: NewId,
	event: GatewayEvent,
	target: { webhookId: WebhookId; deliveryId: DeliveryId },
	at: number,
): Promise<EventId> {
	const id = newId('evt');
	const row = eventRow(id, event, serialiseTestEvent(id, event, at), at);
	await insertRows(db, 'events', [row]);
	await insertRows(db, 'deliveries', [deliveryRow(target.deliveryId, row, target.webhookId, 1)]);
	announce({ kind: 'event_recorded', eventId: id, event, at, body: row.body, test: true });
	announce({ kind: 'delivery_due', webhookIds: [target.webhookId] });
	return id;
}

function eventRow(id: EventId, event: GatewayEvent, body: string, at: number): EventTable {
	return { id, instance_id: event.data.instanceId, kind: event.kind, body, created_at: at };
}

function deliveryRow(id: DeliveryId, event: EventTable, webhookId: WebhookId, test: Flag): DeliveryTable {
	return {
		id,
		event_id: event.id,
		webhook_id: webhookId,
		kind: event.kind,
		test,
		status: 'pending',
		attempts: 0,
		failures: 0,
		due_at: event.created_at,
		claim_token: null,
		created_at: event.created_at,
		finished_at: null,
	};
}
