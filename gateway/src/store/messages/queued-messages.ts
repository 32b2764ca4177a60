import { sql } from 'kysely';
import { minIdAt, type InstanceId, type MessageId, type ProcessId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { engineOf } from '../engine/engine.ts';
import { isHeldBack } from '../instances/restriction.ts';
import type { Db, MessageRow } from '../schema.ts';
import { HAS_NOT_BEEN_SENT } from './send-attempts.ts';
import type { ChatKey } from '../chats/chat-key.ts';

/*
 * Every query here compares with the literal status, so that it can use the partial indexes of queued messages: what
 * was sent long ago costs it nothing.
 */

/**
 * The oldest queued messages of each of these chats that are not held back, at most `limit` of a chat, oldest first.
 * `owner`: only of instances whose lease this process has; null: there is only one process. `now`: epoch milliseconds.
 */
export async function listQueuedInChats(
	db: Db,
	chats: readonly ChatKey[],
	{ limit, owner, now }: { limit: number; owner: ProcessId | null; now: number },
): Promise<MessageRow[]> {
	const instanceIds = chats.map(({ instanceId }) => instanceId);
	const chatIds = chats.map(({ chatId }) => chatId);
	// Each engine has its own way to read chat by chat. The planner would otherwise choose by statistics, which do not
	// know the current queue.
	const query =
		engineOf(db) === 'postgres'
			? sql<MessageRow>`
				select queued.* from unnest(${instanceIds}::text[], ${chatIds}::text[]) as chat (instance_id, id)
				cross join lateral (
					select * from messages
					where messages.instance_id = chat.instance_id and messages.chat_id = chat.id
						and messages.status = 'queued'
					order by messages.id
					limit ${limit}
				) as queued
				where not ${isHeldBack(sql.ref('chat.instance_id'), sql.ref('chat.id'), now)} and ${
					owner === null
						? sql`true`
						: sql`exists (
					select 1 from instance_leases as lease where lease.instance_id = chat.instance_id and lease.owner = ${owner}
				)`
				}
				order by queued.id`
			: sql<MessageRow>`
				select messages.* from json_each(${JSON.stringify(chats)}) as chat cross join messages
				where not ${isHeldBack(sql`chat.value ->> 'instanceId'`, sql`chat.value ->> 'chatId'`, now)}
				and messages.id in (
					select queued.id from messages as queued
					where queued.instance_id = chat.value ->> 'instanceId' and queued.chat_id = chat.value ->> 'chatId'
						and queued.status = 'queued'
					order by queued.id
					limit ${limit}
				)
				order by messages.id`;
	const { rows } = await query.execute(db);
	return rows;
}

/**
 * The chats of an instance's queued messages that are not held back, oldest message first; `after` is the last id of the
 * previous page.
 */
export function listQueuedChats(
	db: Db,
	instanceId: InstanceId,
	{ after, limit, now }: { after: MessageId; limit: number; now: number },
): Promise<{ id: MessageId; chatId: string }[]> {
	return db
		.selectFrom('messages')
		.select(['id', 'chat_id as chatId'])
		.where('instance_id', '=', instanceId)
		.where('status', '=', sql.lit('queued'))
		.where('id', '>', after)
		.where((eb) => eb.not(isHeldBack(sql.ref('messages.instance_id'), sql.ref('messages.chat_id'), now)))
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** Returns which of these instances have queued messages, including those that a restriction keeps queued. */
export async function findInstancesWithQueued(
	db: Db,
	instanceIds: readonly InstanceId[],
): Promise<Set<InstanceId>> {
	if (instanceIds.length === 0) return new Set();
	const rows = await db
		.selectFrom('instances')
		.select('id')
		.where('id', 'in', padInList(instanceIds))
		.where((eb) =>
			eb.exists(
				eb
					.selectFrom('messages')
					.select('messages.id')
					.whereRef('messages.instance_id', '=', 'instances.id')
					.where('messages.status', '=', sql.lit('queued')),
			),
		)
		.execute();
	return new Set(rows.map(({ id }) => id));
}

/** A selection of messages that have been queued for long. */
export interface QueuedBefore {
	/** Messages that were queued before this time (epoch milliseconds) and that no gateway has tried to send. */
	unsent: number;
	/** Messages that were queued before this earlier time and that the network may have. */
	inDoubt: number;
	limit: number;
}

/**
 * Messages of all instances that were queued before a time and are still queued, oldest first within an instance. Reads
 * instance by instance, as the index of queued messages has them: no index has all of them by age, and a scan would take
 * the longer the more messages are stored.
 */
export async function listQueuedBefore(
	db: Db,
	{ unsent, inDoubt, limit }: QueuedBefore,
): Promise<MessageRow[]> {
	// A scheduled message whose chat a person owned is queued later than the time in its id.
	const isOld = sql<boolean>`messages.status = 'queued' and messages.id < ${minIdAt('msg', unsent)}
		and (messages.created_at < ${inDoubt} or (messages.created_at < ${unsent} and ${HAS_NOT_BEEN_SENT}))`;
	const instances = await db
		.selectFrom('instances')
		.select('instances.id')
		.where(
			sql<boolean>`exists (select 1 from messages where messages.instance_id = instances.id and ${isOld})`,
		)
		.limit(limit)
		.execute();
	const messages: MessageRow[] = [];
	for (const { id } of instances) {
		if (messages.length === limit) break;
		const queued = await db
			.selectFrom('messages')
			.selectAll()
			.where('instance_id', '=', id)
			.where(isOld)
			.orderBy('id')
			.limit(limit - messages.length)
			.execute();
		messages.push(...queued);
	}
	return messages;
}
