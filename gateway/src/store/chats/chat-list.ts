import { sql, type SelectQueryBuilder } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageDirection, MessageType } from '../../domain/messages/message.ts';
import type { Db, Flag, Schema } from '../schema.ts';
import { containing, digitsOf, foldCase } from '../engine/text-search.ts';

export const CHAT_SORTS = ['lastMessageAt', 'unreadCount', 'contactName'] as const;
export type ChatSort = (typeof CHAT_SORTS)[number];

export interface ChatPage {
	/** Part of a contact's name, phone or username, in any case; null for all. */
	search: string | null;
	unreadOnly: boolean;
	/** Only archived chats, or only the others; null: all. */
	archived: boolean | null;
	sortBy: ChatSort;
	sortOrder: 'asc' | 'desc';
	limit: number;
	offset: number;
}

/** A chat with its latest message. */
export interface ListedChat {
	id: string;
	phone: string | null;
	contact_name: string | null;
	profile_pic_url: string | null;
	is_group: Flag;
	unread_count: number;
	created_at: number;
	archived: Flag;
	pinned: Flag;
	marked_unread: Flag;
	muted_until: number | null;
	last_id: MessageId;
	last_content: string;
	last_direction: MessageDirection;
	last_type: MessageType;
	last_at: number;
}

const COLUMN = {
	lastMessageAt: sql.ref('chats.last_message_at'),
	unreadCount: sql.ref('chats.unread_count'),
	contactName: sql.ref('chats.contact_name'),
} as const;

/** One page of an instance's chats, and the total of matching chats (specification, GET /v1/messages/chats). */
export async function listChats(
	db: Db,
	instanceId: InstanceId,
	page: ChatPage,
): Promise<{ chats: ListedChat[]; total: number }> {
	let matching = db.selectFrom('chats').where('chats.instance_id', '=', instanceId);
	if (page.unreadOnly) matching = matching.where('chats.has_unread', '=', sql.lit(1));
	if (page.archived !== null) {
		matching = matching.where('chats.archived', '=', sql.lit(page.archived ? 1 : 0));
	}
	if (page.search !== null) {
		const digits = digitsOf(page.search);
		const found = [
			nameContains(instanceId, foldCase(page.search)),
			...(digits === null ? [] : [phoneContains(digits)]),
		];
		matching = matching.where((eb) => eb.or(found));
	}
	const isCounted = page.unreadOnly || page.search !== null;
	const total = isCounted ? await countRows(matching) : await countChats(db, instanceId, page.archived);
	const chats = await listed(matching)
		.orderBy(COLUMN[page.sortBy], page.sortOrder)
		.orderBy('chats.id', page.sortOrder)
		.limit(page.limit)
		.offset(page.offset)
		.execute();
	return { chats, total };
}

async function countRows(chats: SelectQueryBuilder<Schema, 'chats', object>): Promise<number> {
	const counted = await chats.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
	return counted?.total ?? 0;
}

/** Reads the kept count of all chats, and the index entries of the archived ones. */
async function countChats(db: Db, instanceId: InstanceId, archived: boolean | null): Promise<number> {
	const all = await db
		.selectFrom('chat_counts')
		.select('chats')
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	const chats = all?.chats ?? 0;
	if (archived === null) return chats;
	const ofInstance = db.selectFrom('chats').where('chats.instance_id', '=', instanceId);
	const archivedChats = await countRows(ofInstance.where('chats.archived', '=', sql.lit(1)));
	return archived ? archivedChats : chats - archivedChats;
}

/** Finds a chat as lists have it; undefined: the instance has no such chat. */
export function findListedChat(db: Db, instanceId: string, chatId: string): Promise<ListedChat | undefined> {
	const chat = db
		.selectFrom('chats')
		.where('chats.instance_id', '=', instanceId as InstanceId)
		.where('chats.id', '=', chatId);
	return listed(chat).executeTakeFirst();
}

function listed(chats: SelectQueryBuilder<Schema, 'chats', object>) {
	return chats
		.innerJoin('messages', 'messages.id', 'chats.last_message_id')
		.leftJoin('contacts', (join) =>
			join.onRef('contacts.instance_id', '=', 'chats.instance_id').onRef('contacts.id', '=', 'chats.id'),
		)
		.select([
			'chats.id',
			'chats.phone',
			'chats.contact_name',
			'contacts.profile_pic_url',
			'chats.is_group',
			'chats.unread_count',
			'chats.created_at',
			'chats.archived',
			'chats.pinned',
			'chats.marked_unread',
			'chats.muted_until',
			'messages.id as last_id',
			'messages.content as last_content',
			'messages.direction as last_direction',
			'messages.type as last_type',
			'messages.created_at as last_at',
		]);
}

/** Whether the name of a chat, the user part of its id, or the username of the person in it, contains a part. */
function nameContains(instanceId: InstanceId, part: string) {
	const pattern = containing(part);
	return sql<boolean>`(
		chats.search_name like ${pattern} escape '\\'
		or lower(chats.id) like ${`${pattern}@%`} escape '\\'
		or chats.id in (
			select contacts.id from contacts
			where contacts.instance_id = ${instanceId} and contacts.username is not null
				and lower(contacts.username) like ${pattern} escape '\\'
		)
	)`;
}

function phoneContains(digits: string) {
	return sql<boolean>`chats.phone like ${containing(digits)} escape '\\'`;
}
