import { sql } from 'kysely';
import { timestampOfId, type InstanceId, type MessageId } from '../../domain/ids.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import type { InstanceStatus } from '../../domain/instances/instance.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { isHeldBack } from '../instances/restriction.ts';
import type { Db } from '../schema.ts';
import { IS_IN_CHAT } from './scheduled-messages.ts';
import type { ChatKey } from '../chats/chat-key.ts';

/*
 * Queries of queued messages compare with the literal status, so that they can use the partial indexes of queued
 * messages, whose size does not grow with the messages that were sent.
 */

/** The newest queued message of each of these chats; a chat without queued messages is left out. */
export async function findLastQueued(
	db: Db,
	chats: readonly ChatKey[],
): Promise<(ChatKey & { messageId: MessageId })[]> {
	const last = sql<MessageId | null>`(
		select messages.id from messages
		where messages.instance_id = chats.instance_id and messages.chat_id = chats.id and messages.status = 'queued'
		order by messages.id desc limit 1
	)`;
	const pairs = chats.map(({ instanceId, chatId }) => [instanceId, chatId] as const);
	const rows = await db
		.selectFrom('chats')
		.select(['instance_id as instanceId', 'id as chatId', last.as('messageId')])
		.where(pairInList(db, ['instance_id', 'id'], pairs))
		.execute();
	return rows.flatMap(({ messageId, ...chat }) => (messageId === null ? [] : { ...chat, messageId }));
}

/** The status of an instance, and its newest queued message; null where it has none. */
export interface QueueEnd {
	status: InstanceStatus;
	newestQueued: MessageId | null;
}

/** Finds the ends of the queues of instances; missing instances are left out. */
export async function findQueueEnds(
	db: Db,
	instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, QueueEnd>> {
	const newest = sql<MessageId | null>`(
		select messages.id from messages
		where messages.instance_id = instances.id and messages.status = 'queued'
		order by messages.id desc limit 1
	)`;
	const rows = await db
		.selectFrom('instances')
		.select(['id', 'status', newest.as('newestQueued')])
		.where('id', 'in', padInList([...new Set(instanceIds)]))
		.execute();
	return new Map(rows.map(({ id, ...end }) => [id, end]));
}

/** The largest id of all messages in chats; undefined where there is none. */
export async function findNewestId(db: Db): Promise<MessageId | undefined> {
	const row = await db
		.selectFrom('messages')
		.select('id')
		.where(IS_IN_CHAT)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.id;
}

/** A subquery for the oldest queued message of the outer query's instance; null where it has none. */
export const FIRST_QUEUED = sql<MessageId | null>`(
	select messages.id from messages
	where messages.instance_id = instances.id and messages.status = 'queued' order by messages.id limit 1
)`;

/**
 * When the oldest queued message of all instances was queued, in epoch milliseconds, by the time in its id; null: there
 * is none.
 */
export async function findOldestQueued(db: Db): Promise<number | null> {
	const row = await oldestQueued(db).executeTakeFirst();
	const id = row?.id ?? null;
	return id === null ? null : timestampOfId(id);
}

/** A query for the id of the oldest queued message of all instances, or null. */
export function oldestQueued(db: Db) {
	return db.selectFrom('instances').select((eb) => eb.fn.min(FIRST_QUEUED).as('id'));
}

/** The oldest queued message that is not held back of each connected instance that has one, with its chat. */
export async function listQueueHeads(db: Db, now: number): Promise<ChatKey[]> {
	return queueHeads(db, now).execute();
}

/** The query of listQueueHeads(). */
export function queueHeads(db: Db, now: number) {
	const heldBack = isHeldBack(sql.ref('messages.instance_id'), sql.ref('messages.chat_id'), now);
	const head = sql<MessageId | null>`(
		select messages.id from messages
		where messages.instance_id = instances.id and messages.status = 'queued' and not ${heldBack}
		order by messages.id limit 1
	)`;
	const heads = db.selectFrom('instances').select(head.as('id')).where('instances.status', '=', 'connected');
	return db
		.selectFrom('messages')
		.select(['instance_id as instanceId', 'chat_id as chatId'])
		.where('id', 'in', heads);
}
