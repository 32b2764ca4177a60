import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../domain/ids.ts';
import type { MessageDirection, MessageType } from '../domain/message.ts';
import type { Db } from './schema.ts';
import { containing, digitsOf, folded } from './text-search.ts';

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
	phone: string;
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
	lastMessageAt: 'chats.last_message_at',
	unreadCount: 'chats.unread_count',
	contactName: 'chats.contact_name',
} as const;

/** One page of an instance's chats, and how many fit in all. (Specification, GET /v1/messages/chats.) */
export async function listChats(
	db: Db,
	instanceId: InstanceId,
	page: ChatPage,
): Promise<{ chats: ListedChat[]; total: number }> {
	let fitting = db.selectFrom('chats').where('chats.instance_id', '=', instanceId);
	if (page.unreadOnly) fitting = fitting.where('chats.unread_count', '>', 0);
	if (page.search !== null) {
		const name = containing(folded(page.search));
		const number = digitsOf(page.search);
		fitting = fitting.where((eb) =>
			eb.or([
				sql<boolean>`chats.search_name like ${name} escape '\\'`,
				...(number === null ? [] : [sql<boolean>`chats.phone like ${containing(number)} escape '\\'`]),
			]),
		);
	}
	const counted = await fitting
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.executeTakeFirstOrThrow();
	const chats = await fitting
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
		.orderBy(COLUMN[page.sortBy], page.sortOrder)
		.orderBy('chats.id', page.sortOrder)
		.limit(page.limit)
		.offset(page.offset)
		.execute();
	return { chats, total: counted.total };
}
