import { sql } from 'kysely';
import { minIdAt, type InstanceId, type MessageId } from '../../domain/ids.ts';
import type { StoredMessageStatus } from '../../domain/messages/message.ts';
import { lockRows } from '../engine/engine.ts';
import { rowsStatement, writeRows } from '../engine/write-rows.ts';
import type { Db, MessageRow } from '../schema.ts';

/*
 * The id of a scheduled message sorts at the time when it is due, so the index of scheduled messages has them in that
 * order. Every query here compares with the literal status, so that it can use this index.
 */

/** The statuses of messages that are still to be sent: they, and their files, are kept. */
export const UNSENT: readonly StoredMessageStatus[] = ['queued', 'scheduled'];

/**
 * Whether a message has come to its chat and to the history: not while it is scheduled, and never where it was
 * cancelled before it was queued, which sets created_at.
 */
export const IS_IN_CHAT = sql<boolean>`
	(messages.status <> 'scheduled' and (messages.send_at is null or messages.created_at >= messages.send_at))
`;

/**
 * The scheduled messages of an instance, or of one of its chats (null: of all). The comparisons are with expressions,
 * which no index has: SQLite would read all messages of the instance, or of the chat, for the few that are scheduled.
 */
export function scheduledOf(db: Db, instanceId: InstanceId, chatId: string | null) {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('status', '=', sql.lit('scheduled'))
		.where(sql<boolean>`messages.instance_id || '' = ${instanceId}`)
		.$if(chatId !== null, (query) => query.where(sql<boolean>`messages.chat_id || '' = ${chatId}`));
}

/** Whether a message waits, at a time, for a person who owns its chat. */
function waitsForPerson(now: number) {
	return sql<boolean>`(messages.forced = 0 and exists (
		select 1 from chat_owners
		where chat_owners.instance_id = messages.instance_id and chat_owners.chat_id = messages.chat_id
			and chat_owners.owned_until > ${now} and chat_owners.owned_until > messages.send_at
	))`;
}

/**
 * When the next scheduled message is due (epoch milliseconds); null: there is none. Those that wait for a person are
 * left out: they are due when their chat is released.
 */
export async function findNextDue(db: Db, now: number): Promise<number | null> {
	const row = await nextDue(db, now).executeTakeFirst();
	return row?.send_at ?? null;
}

/** The query of findNextDue(). */
export function nextDue(db: Db, now: number) {
	return db
		.selectFrom('messages')
		.select('send_at')
		.where('status', '=', sql.lit('scheduled'))
		.where((eb) => eb.not(waitsForPerson(now)))
		.orderBy('id')
		.limit(1);
}

/** A due message, and settings.takeover of its instance. */
export type DueMessage = MessageRow & { takeover_release_after: number | null };

/**
 * Finds scheduled messages that are due by now and do not wait for a person, and locks them until the end of the
 * transaction; oldest first.
 */
export function lockDue(db: Db, now: number, limit: number): Promise<DueMessage[]> {
	// A subquery, because a joined row would be locked too.
	const releaseAfter = sql<number | null>`(
		select instances.takeover_release_after from instances where instances.id = messages.instance_id
	)`;
	const query = db
		.selectFrom('messages')
		.selectAll()
		.select(releaseAfter.as('takeover_release_after'))
		.where((eb) => eb.not(waitsForPerson(now)))
		.where('status', '=', sql.lit('scheduled'))
		.where('id', '<', minIdAt('msg', now + 1))
		.orderBy('id')
		.limit(limit);
	return lockRows(db, query).execute();
}

const QUEUE = rowsStatement(
	{ id: 'text', at: 'bigint' },
	{
		before: 'with due (id, at) as (',
		after: `) update messages set status = 'queued', created_at = due.at from due where messages.id = due.id`,
		singleRow: `update messages set status = 'queued', created_at = ?2 where id = ?1`,
	},
);

/** Queues scheduled messages; `at`: the time (epoch milliseconds) from which each counts as queued. */
export async function queueScheduled(
	db: Db,
	messages: readonly { id: MessageId; at: number }[],
): Promise<void> {
	await writeRows(db, QUEUE, messages);
}
