import { sql } from 'kysely';
import type { MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { lockRows } from '../engine/engine.ts';
import type { Db, MessageRow } from '../schema.ts';

/** A message with missing content, with the known names of its sender and its chat, and the owner of the chat. */
export type MissingMessage = MessageRow & {
	contact_name: string | null;
	chat_name: string | null;
	username: string | null;
	/** The setting of its instance. */
	takeover_release_after: number | null;
	/** The ownership of its chat. */
	owned_until: number | null;
};

const DISPLAY_NAME = sql<string | null>`coalesce(contacts.saved_name, contacts.name, contacts.username)`;

/** The ids of messages with missing content that an event has to report by now, longest due first. */
export async function listMissing(db: Db, now: number, limit: number): Promise<MessageId[]> {
	const rows = await db
		.selectFrom('messages')
		.select('id')
		.where('report_at', '<=', now)
		.orderBy('report_at')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** When the next message with missing content is to be reported (epoch milliseconds); null: none is. */
export async function findNextReport(db: Db): Promise<number | null> {
	const row = await nextReport(db).executeTakeFirst();
	return row?.report_at ?? null;
}

/** The query of findNextReport(). */
export function nextReport(db: Db) {
	return db
		.selectFrom('messages')
		.select('report_at')
		.where('report_at', 'is not', null)
		.orderBy('report_at')
		.limit(1);
}

/** Locks those of these messages that are still to be reported, and marks them so that no other caller reports them. */
export async function claimMissing(
	db: Db,
	ids: readonly MessageId[],
	now: number,
): Promise<MissingMessage[]> {
	const query = db
		.selectFrom('messages')
		.select('id')
		.where('id', 'in', padInList(ids))
		.where('report_at', '<=', now)
		.orderBy('id');
	const due = (await lockRows(db, query).execute()).map(({ id }) => id);
	if (due.length === 0) return [];
	await db.updateTable('messages').set({ report_at: null }).where('id', 'in', padInList(due)).execute();
	return db
		.selectFrom('messages')
		.innerJoin('chats', (join) =>
			join.onRef('chats.instance_id', '=', 'messages.instance_id').onRef('chats.id', '=', 'messages.chat_id'),
		)
		.leftJoin('contacts', (join) =>
			join
				.onRef('contacts.instance_id', '=', 'messages.instance_id')
				.onRef('contacts.id', '=', 'messages.sender_id'),
		)
		.innerJoin('instances', 'instances.id', 'messages.instance_id')
		.leftJoin('chat_owners', (join) =>
			join
				.onRef('chat_owners.instance_id', '=', 'messages.instance_id')
				.onRef('chat_owners.chat_id', '=', 'messages.chat_id'),
		)
		.selectAll('messages')
		.select([DISPLAY_NAME.as('contact_name'), 'chats.contact_name as chat_name', 'contacts.username'])
		.select(['instances.takeover_release_after', 'chat_owners.owned_until'])
		.where('messages.id', 'in', padInList(due))
		.orderBy('messages.id')
		.execute();
}
