import { serialiseEvent, serialiseTestEvent, type GatewayEvent } from '../domain/event.ts';
import type { DeliveryId, EventId, NewId, WebhookId } from '../domain/ids.ts';
import type { CommitScope } from './group-commit.ts';
import type { Db } from './schema.ts';
import { listWebhooksWanting } from './webhooks.ts';

/**
 * Stores an event and one delivery for each webhook that wants it, in the transaction of the state change that
 * caused it: neither can exist without the other.
 */
export async function recordEvent(
	{ db, announce }: CommitScope,
	newId: NewId,
	event: GatewayEvent,
	at: number,
): Promise<EventId> {
	const id = newId('evt');
	await insertEvent(db, id, event, serialiseEvent(id, event, at), at);
	announce({ kind: 'event_recorded', eventId: id, event });
	const webhooks = await listWebhooksWanting(db, event.kind, event.data.instanceId);
	if (webhooks.length === 0) return id;
	await insertDeliveries(
		db,
		id,
		webhooks.map((webhook) => ({ id: newId('dlv'), webhookId: webhook.id })),
		at,
	);
	announce({ kind: 'delivery_due' });
	return id;
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
	await insertEvent(db, id, event, serialiseTestEvent(id, event, at), at);
	await insertDeliveries(db, id, [{ id: target.deliveryId, webhookId: target.webhookId }], at);
	announce({ kind: 'delivery_due' });
	return id;
}

async function insertEvent(
	db: Db,
	id: EventId,
	event: GatewayEvent,
	body: string,
	at: number,
): Promise<void> {
	await db
		.insertInto('events')
		.values({ id, instance_id: event.data.instanceId, kind: event.kind, body, created_at: at })
		.execute();
}

async function insertDeliveries(
	db: Db,
	eventId: EventId,
	targets: readonly { id: DeliveryId; webhookId: WebhookId }[],
	at: number,
): Promise<void> {
	await db
		.insertInto('deliveries')
		.values(
			targets.map(({ id, webhookId }) => ({
				id,
				event_id: eventId,
				webhook_id: webhookId,
				status: 'pending' as const,
				attempts: 0,
				due_at: at,
				claim_token: null,
				created_at: at,
				finished_at: null,
			})),
		)
		.execute();
}
