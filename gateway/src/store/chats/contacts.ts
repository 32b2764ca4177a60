import { sql, type Selectable } from 'kysely';
import { displayNameOf } from '../../domain/chats/contact.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import type { ContactTable, Db } from '../schema.ts';
import { containing, digitsOf, foldCase } from '../engine/text-search.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

export type ContactRow = Selectable<ContactTable>;

/** A person in the contacts of an instance. */
export interface ContactKey {
	instanceId: InstanceId;
	/** The id of the person, and of the chat with them. */
	id: string;
}

/** One page of a list of contacts. */
export interface ContactPage {
	/** Part of a name, in any case, or of a number; null: all contacts. */
	search: string | null;
	limit: number;
	offset: number;
}

/** The name that a contact is shown by; null: none is known. */
export function nameOfContact({
	saved_name: savedName,
	name,
	username,
}: Pick<ContactRow, 'saved_name' | 'name' | 'username'>): string | null {
	return displayNameOf({ savedName, name, username });
}

/** A text that a contact's key makes unique among all contacts. */
export function contactKeyText({ instanceId, id }: ContactKey): string {
	return `${instanceId} ${id}`;
}

/** Returns the contacts that exist, by contactKeyText(). */
export async function findContacts(db: Db, keys: readonly ContactKey[]): Promise<Map<string, ContactRow>> {
	if (keys.length === 0) return new Map();
	const pairs = keys.map(({ instanceId, id }) => [instanceId, id] as const);
	const rows = await db
		.selectFrom('contacts')
		.selectAll()
		.where(pairInList(db, ['instance_id', 'id'], pairs))
		.execute();
	return new Map(rows.map((row) => [contactKeyText({ instanceId: row.instance_id, id: row.id }), row]));
}

/** Deletes a contact, if it exists. */
export async function deleteContact(db: Db, { instanceId, id }: ContactKey): Promise<void> {
	await db.deleteFrom('contacts').where('instance_id', '=', instanceId).where('id', '=', id).execute();
}

/** The columns of a contact; `sort_name` follows from the others. */
export type ContactColumns = Omit<ContactRow, 'sort_name'>;

/** Inserts or replaces contacts. Each key may occur once. */
export async function writeContacts(db: Db, contacts: readonly ContactColumns[]): Promise<void> {
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const rows = contacts
		.map((contact) => ({ ...contact, sort_name: sortNameOf(contact) }))
		.sort((a, b) => (`${a.instance_id} ${a.id}` < `${b.instance_id} ${b.id}` ? -1 : 1));
	await writeRows(db, UPSERT_CONTACT, rows);
}

const UPSERT_CONTACT = insertInto(
	'contacts',
	{
		instance_id: 'text',
		id: 'text',
		phone: 'text',
		username: 'text',
		saved_name: 'text',
		name: 'text',
		sort_name: 'text',
		profile_pic_url: 'text',
		about: 'text',
		is_business: 'bigint',
		is_blocked: 'bigint',
	},
	`on conflict (instance_id, id) do update set
		phone = excluded.phone,
		username = excluded.username,
		saved_name = excluded.saved_name,
		name = excluded.name,
		sort_name = excluded.sort_name,
		profile_pic_url = excluded.profile_pic_url,
		about = excluded.about,
		is_business = excluded.is_business,
		is_blocked = excluded.is_blocked`,
);

function sortNameOf({ saved_name: savedName, name, username, phone, id }: ContactColumns): string {
	return foldCase(displayNameOf({ savedName, name, username }) ?? phone ?? id);
}

/** A page of contacts, and the total of matching contacts. */
interface FoundContacts {
	contacts: ContactRow[];
	total: number;
}

/**
 * One page of an instance's contacts, by name and then by id, and the total of matching contacts (specification,
 * GET /v1/contacts).
 */
export async function listContacts(
	db: Db,
	instanceId: InstanceId,
	{ search, limit, offset }: ContactPage,
): Promise<FoundContacts> {
	if (search !== null) return searchContacts(db, instanceId, { search, limit, offset });
	const all = db.selectFrom('contacts').where('instance_id', '=', instanceId);
	const counted = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
	const contacts = await all
		.selectAll()
		.orderBy('sort_name')
		.orderBy('id')
		.limit(limit)
		.offset(offset)
		.execute();
	return { contacts, total: counted.total };
}

/**
 * Like listContacts, of the contacts that contain a text. One scan of contacts_by_search finds, counts and orders them;
 * whole rows are read for the page only.
 */
async function searchContacts(
	db: Db,
	instanceId: InstanceId,
	page: { search: string; limit: number; offset: number },
): Promise<FoundContacts> {
	const name = containing(foldCase(page.search));
	const number = digitsOf(page.search);
	const rows = await db
		.with(
			(cte) => cte('matching').materialized(),
			(query) =>
				query
					.selectFrom('contacts')
					.select(['id', 'sort_name'])
					.where('instance_id', '=', instanceId)
					.where((eb) =>
						eb.or([
							sql<boolean>`sort_name like ${name} escape '\\'`,
							sql<boolean>`lower(username) like ${name} escape '\\'`,
							...(number === null ? [] : [sql<boolean>`phone like ${containing(number)} escape '\\'`]),
						]),
					),
		)
		.with('page', (query) =>
			query
				.selectFrom('matching')
				.select(['id', 'sort_name'])
				.orderBy('sort_name')
				.orderBy('id')
				.limit(page.limit)
				.offset(page.offset),
		)
		.selectFrom('page')
		.innerJoin('contacts', 'contacts.id', 'page.id')
		.where('contacts.instance_id', '=', instanceId)
		.selectAll('contacts')
		.select((eb) =>
			eb
				.selectFrom('matching')
				.select((count) => count.fn.countAll<number>().as('total'))
				.as('total'),
		)
		.orderBy('page.sort_name')
		.orderBy('page.id')
		.execute();
	const [first] = rows;
	if (first !== undefined) return { contacts: rows, total: first.total ?? 0 };
	// A page behind the last one has no row that contains the total.
	if (page.offset === 0) return { contacts: [], total: 0 };
	const { total } = await searchContacts(db, instanceId, { search: page.search, limit: 1, offset: 0 });
	return { contacts: [], total };
}
