import { sql } from 'kysely';
import { minIdAt, type MessageId } from '../../domain/ids.ts';
import type { StoredMessageStatus } from '../../domain/message.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, MessageRow } from '../schema.ts';

/*
 * The id of a scheduled message sorts at the time when it is due, so the index of scheduled messages has them in that
 * order. Every query here compares with the literal status, so that it can use this index.
 */

/** The statuses of messages that are still to be sent: they, and their files, are kept. */
export const UNSENT: readonly StoredMessageStatus[] = ['queued', 'scheduled'];

/**
 * Whether a message has come to its chat and to the history: not while it is scheduled, and never where it was
 * cancelled before it was due.
 */
export const IS_IN_CHAT = sql<boolean>`
	(messages.status <> 'scheduled' and (messages.send_at is null or messages.failed_at is null or messages.failed_at >= messages.send_at))
`;

/** When the next scheduled message is due (epoch milliseconds); null: there is none. */
export async function findNextDue(db: Db): Promise<number | null> {
	const row = await db
		.selectFrom('messages')
		.select('send_at')
		.where('status', '=', sql.lit('scheduled'))
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row?.send_at ?? null;
}

/** Finds scheduled messages that are due by now, and locks them until the end of the transaction; oldest first. */
export function lockDue(db: Db, now: number, limit: number): Promise<MessageRow[]> {
	const query = db
		.selectFrom('messages')
		.selectAll()
		.where('status', '=', sql.lit('scheduled'))
		.where('id', '<', minIdAt('msg', now + 1))
		.orderBy('id')
		.limit(limit);
	return lockRows(db, query).execute();
}

/** Queues scheduled messages: from now on they are as old as the time when they were due. */
export async function queueScheduled(db: Db, ids: readonly MessageId[]): Promise<void> {
	await db
		.updateTable('messages')
		.set({ status: 'queued', created_at: sql<number>`send_at` })
		.where('id', 'in', padInList(ids))
		.execute();
}
