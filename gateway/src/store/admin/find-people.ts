import { sql } from 'kysely';
import type { InstanceId } from '../../domain/ids.ts';
import { containing, digitsOf, foldCase } from '../engine/text-search.ts';
import type { Db, Flag } from '../schema.ts';

/** A chat, or a person without one yet, in any instance. */
export interface FoundPerson {
	instance_id: InstanceId;
	instance_name: string;
	/** The id of the chat, and of the person in it. */
	id: string;
	name: string | null;
	phone: string | null;
	is_group: Flag;
}

/** Finds chats of all instances by name, phone or id, the latest first. */
export function findChats(db: Db, search: string, limit: number): Promise<FoundPerson[]> {
	const part = containing(foldCase(search));
	const digits = digitsOf(search);
	return db
		.selectFrom('chats')
		.innerJoin('instances', 'instances.id', 'chats.instance_id')
		.select([
			'chats.instance_id',
			'instances.name as instance_name',
			'chats.id',
			'chats.contact_name as name',
			'chats.phone',
			'chats.is_group',
		])
		.where((eb) =>
			eb.or([
				sql<boolean>`chats.search_name like ${part} escape '\\'`,
				sql<boolean>`lower(chats.id) like ${part} escape '\\'`,
				...(digits === null ? [] : [sql<boolean>`chats.phone like ${containing(digits)} escape '\\'`]),
			]),
		)
		.orderBy('chats.last_message_at', 'desc')
		.limit(limit)
		.execute();
}

/** Finds people of the address books of all instances who have no chat, by name, username or phone. */
export function findContactsWithoutChat(db: Db, search: string, limit: number): Promise<FoundPerson[]> {
	const part = containing(foldCase(search));
	const digits = digitsOf(search);
	return db
		.selectFrom('contacts')
		.innerJoin('instances', 'instances.id', 'contacts.instance_id')
		.leftJoin('chats', (join) =>
			join.onRef('chats.instance_id', '=', 'contacts.instance_id').onRef('chats.id', '=', 'contacts.id'),
		)
		.select([
			'contacts.instance_id',
			'instances.name as instance_name',
			'contacts.id',
			sql<string | null>`coalesce(contacts.saved_name, contacts.name, contacts.username)`.as('name'),
			'contacts.phone',
			sql<Flag>`0`.as('is_group'),
		])
		.where('chats.id', 'is', null)
		.where((eb) =>
			eb.or([
				sql<boolean>`contacts.sort_name like ${part} escape '\\'`,
				sql<boolean>`lower(contacts.username) like ${part} escape '\\'`,
				...(digits === null ? [] : [sql<boolean>`contacts.phone like ${containing(digits)} escape '\\'`]),
			]),
		)
		.orderBy('contacts.sort_name')
		.limit(limit)
		.execute();
}
