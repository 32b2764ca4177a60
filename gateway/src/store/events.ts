import { serialiseEvent, type GatewayEvent } from '../domain/event.ts';
import type { EventId, NewId } from '../domain/ids.ts';
import type { CommitScope } from './group-commit.ts';
import { listWebhooksWanting } from './webhooks.ts';

/**
 * Stores an event and one delivery for each webhook that wants it, in the transaction of the state change that
 * caused it: neither can exist without the other.
 */
export async function recordEvent(
	scope: CommitScope,
	newId: NewId,
	event: GatewayEvent,
	at: number,
): Promise<EventId> {
	const { db, announce } = scope;
	const id = newId('evt');
	const { instanceId } = event.data;
	await db
		.insertInto('events')
		.values({
			id,
			instance_id: instanceId,
			kind: event.kind,
			body: serialiseEvent(id, event, at),
			created_at: at,
		})
		.execute();
	const webhooks = await listWebhooksWanting(db, event.kind, instanceId);
	if (webhooks.length === 0) return id;
	await db
		.insertInto('deliveries')
		.values(
			webhooks.map((webhook) => ({
				id: newId('dlv'),
				event_id: id,
				webhook_id: webhook.id,
				status: 'pending' as const,
				attempts: 0,
				due_at: at,
				claim_token: null,
				created_at: at,
				finished_at: null,
			})),
		)
		.execute();
	announce({ kind: 'delivery_due' });
	return id;
}
