import { isDue, type DueRange } from '../../../domain/due-range.ts';
import type { DeliveryId, NewId, WebhookId } from '../../../domain/ids.ts';
import {
	COLLECTED_BYTES_LIMIT,
	COLLECTED_MESSAGES_LIMIT,
	MAX_COLLECT_TIME,
} from '../../../domain/webhooks/webhook.ts';
import type { CommitScope } from '../../commit/scope.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import { isDueIn } from '../../engine/is-due.ts';
import { insertInto, writeRows } from '../../engine/write-rows.ts';
import { eventRow, insertEvents } from '../../events/event-rows.ts';
import type { Db } from '../../schema.ts';
import { joinMessages } from './burst-messages.ts';
import { deliveryRow, insertNewDeliveries } from '../deliveries/new-deliveries.ts';
import { nextPosition, readQueues, type Burst } from './ordered-queues.ts';
import { queueKeyText, tryLockQueues, type QueueKey } from './queue-locks.ts';
import { listActiveReceivers, type Receiver } from '../subscriptions.ts';

/*
 * Collecting webhooks: each message has a delivery that is `collecting` until its burst ends. Then one transaction
 * inserts an event with all messages that are left and its delivery, and marks theirs `joined`: a message is in exactly
 * one burst, whenever a gateway ends.
 */

const UPSERT_BURSTS = insertInto(
	'delivery_bursts',
	{
		webhook_id: 'text',
		ordering_key: 'text',
		started_at: 'bigint',
		ends_at: 'bigint',
		messages: 'bigint',
		bytes: 'bigint',
	},
	`on conflict (webhook_id, ordering_key) do update set
		ends_at = excluded.ends_at, messages = excluded.messages, bytes = excluded.bytes`,
);

/** Returns a burst with one more message that arrived at a time (epoch milliseconds); null: it is the first one. */
export function extendBurst(
	burst: Burst | null,
	{ at, bytes, seconds }: { at: number; bytes: number; seconds: number },
): Burst {
	const { startedAt, messages, bytes: before } = burst ?? { startedAt: at, messages: 0, bytes: 0 };
	const isFull = messages + 1 >= COLLECTED_MESSAGES_LIMIT;
	return {
		startedAt,
		endsAt: isFull ? at : Math.min(at + seconds * 1000, startedAt + MAX_COLLECT_TIME),
		messages: messages + 1,
		bytes: before + bytes,
	};
}

/** Whether a burst has to end before another message of this size is collected at a time (epoch milliseconds). */
export function endsBefore(burst: Burst, { at, bytes }: { at: number; bytes: number }): boolean {
	return burst.endsAt <= at || burst.bytes + bytes > COLLECTED_BYTES_LIMIT;
}

/** Stores bursts, new or changed. */
export function writeBursts(db: Db, bursts: readonly (QueueKey & Burst)[]): Promise<void> {
	const rows = bursts.map(({ webhookId, orderingKey, startedAt, endsAt, messages, bytes }) => ({
		webhook_id: webhookId,
		ordering_key: orderingKey,
		started_at: startedAt,
		ends_at: endsAt,
		messages,
		bytes,
	}));
	return writeRows(db, UPSERT_BURSTS, rows);
}

/** When the first burst ends, in epoch milliseconds; null: nothing is being collected. */
export async function findNextBurstEnd(db: Db): Promise<number | null> {
	const row = await nextBurstEnd(db).executeTakeFirst();
	return row?.ends_at ?? null;
}

/** The query of findNextBurstEnd(). */
export function nextBurstEnd(db: Db) {
	return db.selectFrom('delivery_bursts').select('ends_at').orderBy('ends_at').limit(1);
}

/**
 * Ends up to `limit` bursts whose time has come, except those that another gateway is changing. Returns how many had
 * come to their end.
 */
export async function endDueBursts(
	scope: CommitScope,
	newId: NewId,
	{ limit, ...range }: DueRange & { limit: number },
): Promise<number> {
	const { db } = scope;
	const { now } = range;
	const due = await selectDue(db, range).limit(limit).execute();
	const locked = await tryLockQueues(db, due);
	if (locked.length === 0) return due.length;
	const receivers = await listActiveReceivers(db, [...new Set(locked.map(({ webhookId }) => webhookId))]);
	// A message may have extended a burst before this transaction had the lock, or another gateway may have ended it.
	const queues = await readQueues(db, locked);
	for (const key of locked) {
		const burst = queues.get(queueKeyText(key))?.burst ?? null;
		if (burst === null || !isDue(burst.endsAt, range)) continue;
		const receiver = receivers.get(key.webhookId);
		if (receiver === undefined) await cancelBurst(db, key, now);
		else await endBurst(scope, newId, { receiver, key, at: now });
	}
	return due.length;
}

function selectDue(db: Db, range: DueRange) {
	return db
		.selectFrom('delivery_bursts')
		.select(['webhook_id as webhookId', 'ordering_key as orderingKey'])
		.where(isDueIn('ends_at', range))
		.orderBy('ends_at');
}

/**
 * Ends a burst whose queue the caller has locked: inserts one event with its messages and the delivery of that event.
 * `at`: now, in epoch milliseconds.
 */
export async function endBurst(
	scope: CommitScope,
	newId: NewId,
	{ receiver, key, at }: { receiver: Receiver; key: QueueKey; at: number },
): Promise<void> {
	const { db } = scope;
	const collected = await selectCollecting(db, key)
		.innerJoin('events', 'events.id', 'deliveries.event_id')
		.select(['deliveries.id', 'events.body'])
		.orderBy('deliveries.position')
		.execute();
	await deleteBurst(db, key);
	const { event, joined, withdrawn } = await joinMessages(db, collected);
	await cancelDeliveries(db, withdrawn, at);
	if (event === null) return;
	const eventInserted = eventRow(newId('evt'), event, { at, deliveries: 1 });
	const row = deliveryRow(newId('dlv'), eventInserted, receiver.id);
	await insertEvents(db, [eventInserted]);
	await markJoined(db, joined, { at, into: row.id });
	if (receiver.ordered) {
		const queue = (await readQueues(db, [key])).get(queueKeyText(key)) ?? { lastPosition: null, burst: null };
		row.ordering_key = key.orderingKey;
		row.position = nextPosition(queue, at);
		if (queue.lastPosition !== null) row.status = 'waiting';
	}
	const { target, paused } = receiver;
	await insertNewDeliveries(scope, [{ row, event: eventInserted, target, paused }]);
}

async function markJoined(
	db: Db,
	deliveryIds: readonly DeliveryId[],
	{ at, into }: { at: number; into: DeliveryId },
): Promise<void> {
	for (const ids of chunkInList(deliveryIds)) {
		await db
			.updateTable('deliveries')
			.set({ status: 'joined', finished_at: at, joined_into: into })
			.where('id', 'in', ids)
			.execute();
	}
}

async function cancelDeliveries(db: Db, deliveryIds: readonly DeliveryId[], at: number): Promise<void> {
	for (const ids of chunkInList(deliveryIds)) {
		await db
			.updateTable('deliveries')
			.set({ status: 'cancelled', finished_at: at })
			.where('id', 'in', ids)
			.execute();
	}
}

async function cancelBurst(db: Db, key: QueueKey, at: number): Promise<void> {
	await deleteBurst(db, key);
	await db
		.updateTable('deliveries')
		.set({ status: 'cancelled', finished_at: at })
		.where('id', 'in', selectCollecting(db, key).select('deliveries.id'))
		.execute();
}

function selectCollecting(db: Db, { webhookId, orderingKey }: QueueKey) {
	return db
		.selectFrom('deliveries')
		.where('deliveries.webhook_id', '=', webhookId)
		.where('deliveries.ordering_key', '=', orderingKey)
		.where('deliveries.ordering_key', 'is not', null)
		.where('deliveries.finished_at', 'is', null)
		.where('deliveries.status', '=', 'collecting');
}

async function deleteBurst(db: Db, { webhookId, orderingKey }: QueueKey): Promise<void> {
	await db
		.deleteFrom('delivery_bursts')
		.where('webhook_id', '=', webhookId)
		.where('ordering_key', '=', orderingKey)
		.execute();
}

/** Whether a webhook collects messages that would be delivered after a time (epoch milliseconds). */
export async function hasBurstsAfter(db: Db, webhookId: WebhookId, at: number): Promise<boolean> {
	const row = await db
		.selectFrom('delivery_bursts')
		.select('ends_at')
		.where('webhook_id', '=', webhookId)
		.where('ends_at', '>', at)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Makes the bursts of a webhook, or of one of its queues, end at `now`; the caller emits `burst_started`. */
export async function makeBurstsDue(
	db: Db,
	{ webhookId, orderingKey }: { webhookId: WebhookId; orderingKey?: string },
	now: number,
): Promise<void> {
	let query = db
		.updateTable('delivery_bursts')
		.set({ ends_at: now })
		.where('webhook_id', '=', webhookId)
		.where('ends_at', '>', now);
	if (orderingKey !== undefined) query = query.where('ordering_key', '=', orderingKey);
	await query.execute();
}
