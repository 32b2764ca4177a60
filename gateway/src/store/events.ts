import { serialiseEvent, serialiseTestEvent, type EventKind, type GatewayEvent } from '../domain/event.ts';
import type { DeliveryId, EventId, NewId, WebhookId } from '../domain/ids.ts';
import type { CommitScope } from './group-commit.ts';
import type { Db, Flag } from './schema.ts';
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
	const webhooks = await listWebhooksWanting(db, event.kind, event.data.instanceId);
	if (webhooks.length === 0) return id;
	const webhookIds = webhooks.map((webhook) => webhook.id);
	const targets = webhookIds.map((webhookId) => ({ id: newId('dlv'), webhookId }));
	await insertDeliveries(db, { id, kind: event.kind, test: 0 }, targets, at);
	announce({ kind: 'delivery_due', webhookIds });
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
	const { deliveryId, webhookId } = target;
	await insertDeliveries(db, { id, kind: event.kind, test: 1 }, [{ id: deliveryId, webhookId }], at);
	announce({ kind: 'delivery_due', webhookIds: [webhookId] });
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
	event: { id: EventId; kind: EventKind; test: Flag },
	targets: readonly { id: DeliveryId; webhookId: WebhookId }[],
	at: number,
): Promise<void> {
	await db
		.insertInto('deliveries')
		.values(
			targets.map(({ id, webhookId }) => ({
				id,
				event_id: event.id,
				webhook_id: webhookId,
				kind: event.kind,
				test: event.test,
				status: 'pending' as const,
				attempts: 0,
				failures: 0,
				due_at: at,
				claim_token: null,
				created_at: at,
				finished_at: null,
			})),
		)
		.execute();
}
