import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageDirection, MessageType } from '../../domain/message.ts';
import type { Db } from '../schema.ts';
import { TERM_LENGTH } from './chat-search-terms.ts';
import { containing, digitsOf, foldCase } from '../engine/text-search.ts';

export const CHAT_SORTS = ['lastMessageAt', 'unreadCount', 'contactName'] as const;
export type ChatSort = (typeof CHAT_SORTS)[number];

export interface ChatPage {
	/** Part of a contact's name or phone, in any case; null for all. */
	search: string | null;
	unreadOnly: boolean;
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
	is_group: number;
	unread_count: number;
	created_at: number;
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

/**
 * The same columns as expressions, which no index can sort by. A search finds few chats, which are sorted quickly; a
 * scan of all chats in the order of an index, to find those few, would be slow.
 */
const SEARCH_COLUMN = {
	lastMessageAt: sql`chats.last_message_at + 0`,
	unreadCount: sql`chats.unread_count + 0`,
	contactName: sql`chats.contact_name || ''`,
} as const;

/** One page of an instance's chats, and the total of matching chats (specification, GET /v1/messages/chats). */
export async function listChats(
	db: Db,
	instanceId: InstanceId,
	page: ChatPage,
): Promise<{ chats: ListedChat[]; total: number }> {
	let matching = db.selectFrom('chats').where('chats.instance_id', '=', instanceId);
	if (page.unreadOnly) matching = matching.where('chats.has_unread', '=', sql.lit(1));
	if (page.search !== null) {
		const parts = new Set([foldCase(page.search), digitsOf(page.search) ?? '']);
		parts.delete('');
		matching = matching.where('chats.id', 'in', chatsContaining(db, instanceId, [...parts]));
	}
	const counted =
		page.unreadOnly || page.search !== null
			? await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst()
			: await db
					.selectFrom('chat_counts')
					.select('chats as total')
					.where('instance_id', '=', instanceId)
					.executeTakeFirst();
	const chats = await matching
		.innerJoin('messages', 'messages.id', 'chats.last_message_id')
		.leftJoin('contacts', (join) =>
			join
				.onRef('contacts.instance_id', '=', 'chats.instance_id')
				.onRef('contacts.phone', '=', 'chats.phone'),
		)
		.select([
			'chats.id',
			'chats.phone',
			'chats.contact_name',
			'contacts.profile_pic_url',
			'chats.is_group',
			'chats.unread_count',
			'chats.created_at',
			'messages.id as last_id',
			'messages.content as last_content',
			'messages.direction as last_direction',
			'messages.type as last_type',
			'messages.created_at as last_at',
		])
		.orderBy((page.search === null ? COLUMN : SEARCH_COLUMN)[page.sortBy], page.sortOrder)
		.orderBy('chats.id', page.sortOrder)
		.limit(page.limit)
		.offset(page.offset)
		.execute();
	return { chats, total: counted?.total ?? 0 };
}

/** A subquery for the ids of chats whose name or number contains one of these parts. */
function chatsContaining(db: Db, instanceId: InstanceId, parts: readonly string[]) {
	return db
		.selectFrom('chat_search_terms')
		.innerJoin('chats as named', (join) =>
			join
				.onRef('named.instance_id', '=', 'chat_search_terms.instance_id')
				.onRef('named.id', '=', 'chat_search_terms.chat_id'),
		)
		.select('chat_search_terms.chat_id')
		.where('chat_search_terms.instance_id', '=', instanceId)
		.where((eb) =>
			eb.or(
				parts.map((part) => {
					const indexed = Array.from(part).slice(0, TERM_LENGTH).join('');
					const inRange = eb.and([
						eb('chat_search_terms.term', '>=', indexed),
						eb('chat_search_terms.term', '<', `${indexed}${LAST_CHARACTER}`),
					]);
					if (indexed === part) return inRange;
					const whole = sql<boolean>`(named.search_name like ${containing(part)} escape '\\'
						or lower(named.id) like ${containing(part)} escape '\\')`;
					return eb.and([inRange, whole]);
				}),
			),
		);
}

/** Sorts after every other character: the end of the range of texts with a prefix. */
const LAST_CHARACTER = '\u{10FFFF}';
