import { serialiseEvent, serialiseTestEvent, webhookOf, type GatewayEvent } from '../../domain/event.ts';
import type { DeliveryId, EventId, NewId, WebhookId } from '../../domain/ids.ts';
import type { InsertClaim } from '../webhooks/insert-claim.ts';
import type { ClaimedDelivery, Target } from '../webhooks/deliveries.ts';
import type { CommitScope } from '../commit/scope.ts';
import type { DeliveryTable, EventTable, Flag } from '../schema.ts';
import { listSubscriptions, wants, type Subscription } from '../webhooks/webhooks.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

const INSERT_EVENTS = insertInto('events', {
	id: 'text',
	instance_id: 'text',
	kind: 'text',
	body: 'text',
	created_at: 'bigint',
});

const INSERT_DELIVERIES = insertInto('deliveries', {
	id: 'text',
	event_id: 'text',
	webhook_id: 'text',
	kind: 'text',
	test: 'bigint',
	status: 'text',
	attempts: 'bigint',
	failures: 'bigint',
	due_at: 'bigint',
	claim_token: 'text',
	created_at: 'bigint',
	finished_at: 'bigint',
});

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

/** Records many events, in their order; see recordEvent(). */
export async function recordEvents(
	scope: CommitScope,
	newId: NewId,
	occurrences: readonly Occurrence[],
): Promise<void> {
	if (occurrences.length === 0) return;
	const { db, emit } = scope;
	const rows = occurrences.map(({ event, at }) => {
		const id = newId('evt');
		return eventRow(id, event, serialiseEvent(id, event, at), at);
	});
	await writeRows(db, INSERT_EVENTS, rows);
	rows.forEach(({ id, body }, index) => {
		const occurrence = occurrences[index];
		if (occurrence === undefined) return;
		emit({ kind: 'event_recorded', eventId: id, ...occurrence, body, test: false });
	});
	const instanceIds = new Set(rows.flatMap(({ instance_id: id }) => (id === '' ? [] : id)));
	const subscriptions = await listSubscriptions(db, [...instanceIds]);
	const toldOf = occurrences.map(({ event }) => webhookOf(event));
	const matches = rows.flatMap((event, index) =>
		subscriptions
			.filter(({ id }) => id !== toldOf[index])
			.filter((subscription) => wants(subscription, event.kind, event.instance_id))
			.map((subscription) => ({ event, subscription })),
	);
	if (matches.length > 0) await insertDeliveries(scope, newId, matches);
}

/** An event, and a webhook that receives it. */
interface Match {
	event: EventTable;
	subscription: Subscription;
}

/** Inserts deliveries: with a claim where this process has capacity for the attempt, otherwise as due. */
async function insertDeliveries(
	{ db, emit, addHooks, claimOnInsert }: CommitScope,
	newId: NewId,
	matches: readonly Match[],
): Promise<void> {
	const claims = claimOnInsert(matches.map(({ subscription }) => subscription.id));
	const due = new Set<WebhookId>();
	const deliveries = matches.map(({ event, subscription: { id: webhookId, target } }, index) => {
		const row = deliveryRow(newId('dlv'), event, webhookId, 0);
		const claim = claims[index] ?? null;
		if (claim === null) {
			due.add(webhookId);
			return row;
		}
		const claimed = claimedDelivery(row, event, target, claim);
		addHooks({
			onCommit: () => {
				claim.begin(claimed);
			},
			onRollback: () => {
				claim.release();
			},
		});
		return { ...row, attempts: claimed.attempt, claim_token: claimed.claimToken, due_at: claim.until };
	});
	await writeRows(db, INSERT_DELIVERIES, deliveries);
	if (due.size > 0) emit({ kind: 'delivery_due', webhookIds: [...due] });
}

function claimedDelivery(
	{ id, webhook_id: webhookId }: DeliveryTable,
	{ id: eventId, body }: EventTable,
	target: Target,
	{ tokenFor }: InsertClaim,
): ClaimedDelivery {
	const initial = { lane: 'initial', attempt: 1, failures: 0 } as const;
	return { id, eventId, webhookId, ...initial, ...target, body, claimToken: tokenFor(id) };
}

/** Records a test event for one webhook, even where the webhook does not receive events of this kind. */
export async function recordTestEvent(
	{ db, emit }: CommitScope,
	newId: NewId,
	event: GatewayEvent,
	target: { webhookId: WebhookId; deliveryId: DeliveryId },
	at: number,
): Promise<EventId> {
	const id = newId('evt');
	const row = eventRow(id, event, serialiseTestEvent(id, event, at), at);
	await writeRows(db, INSERT_EVENTS, [row]);
	await writeRows(db, INSERT_DELIVERIES, [deliveryRow(target.deliveryId, row, target.webhookId, 1)]);
	emit({ kind: 'event_recorded', eventId: id, event, at, body: row.body, test: true });
	emit({ kind: 'delivery_due', webhookIds: [target.webhookId] });
	return id;
}

function eventRow(id: EventId, event: GatewayEvent, body: string, at: number): EventTable {
	return { id, instance_id: event.data.instanceId ?? '', kind: event.kind, body, created_at: at };
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
		ordering_key: null,
		position: null,
		joined_into: null,
	};
}
