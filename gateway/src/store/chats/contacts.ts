import { sql, type Selectable } from 'kysely';
import type { ContactProfile } from '../../domain/contact.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { ContactTable, Db } from '../schema.ts';
import { containing, digitsOf, foldCase } from '../engine/text-search.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';

export type ContactRow = Selectable<ContactTable>;

/** One page of a list of contacts. */
export interface ContactPage {
	/** Part of a name, in any case, or of a number; null: all contacts. */
	search: string | null;
	limit: number;
	offset: number;
}

/** Stores contacts as the network reports them; a name stays where the network reports none. */
export async function upsertContacts(
	db: Db,
	instanceId: InstanceId,
	contacts: readonly ContactProfile[],
): Promise<void> {
	// One statement cannot change a row twice, so each contact occurs once.
	const latest = new Map<string, ContactProfile>();
	for (const contact of contacts) {
		latest.set(contact.phone, { ...contact, name: contact.name ?? latest.get(contact.phone)?.name ?? null });
	}
	const rows = [...latest.values()].map((contact) => ({
		...contactOf(instanceId, contact),
		profile_pic_url: contact.profilePicUrl,
		about: contact.about,
		is_business: contact.isBusiness ? (1 as const) : (0 as const),
		is_blocked: contact.isBlocked ? (1 as const) : (0 as const),
	}));
	await writeRows(db, REPLACE, rows);
}

const UPDATE_NAME = `name = coalesce(excluded.name, contacts.name),
	sort_name = case when excluded.name is null then contacts.sort_name else excluded.sort_name end`;

/** The columns of a contact who sent a message. */
const SENDER = {
	instance_id: 'text',
	phone: 'text',
	name: 'text',
	sort_name: 'text',
	is_business: 'bigint',
	is_blocked: 'bigint',
} as const;

const REPLACE = insertInto(
	'contacts',
	{ ...SENDER, profile_pic_url: 'text', about: 'text' },
	`on conflict (instance_id, phone) do update set
		${UPDATE_NAME},
		profile_pic_url = excluded.profile_pic_url,
		about = excluded.about,
		is_business = excluded.is_business,
		is_blocked = excluded.is_blocked`,
);

/** Inserts the senders of messages as contacts, or updates their names; their other columns stay. */
export async function upsertSenders(
	db: Db,
	senders: readonly { instanceId: InstanceId; phone: string; name: string | null }[],
): Promise<void> {
	// The last name counts. All processes write rows in the same order, so that two of them cannot deadlock.
	const latest = new Map<string, (typeof senders)[number]>();
	for (const sender of senders) {
		const key = `${sender.instanceId} ${sender.phone}`;
		latest.set(key, { ...sender, name: sender.name ?? latest.get(key)?.name ?? null });
	}
	const rows = [...latest]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, { instanceId, ...sender }]) => ({
			...contactOf(instanceId, sender),
			is_business: 0 as const,
			is_blocked: 0 as const,
		}));
	await writeRows(db, RENAME, rows);
}

/** The condition avoids a write for the many messages whose sender is known by the same name. */
const RENAME = insertInto(
	'contacts',
	SENDER,
	`on conflict (instance_id, phone) do update set
		${UPDATE_NAME}
		where coalesce(excluded.name <> contacts.name, excluded.name is not null)`,
);

/**
 * One page of an instance's contacts, by name and then by number, and the total of matching contacts (specification,
 * GET /v1/contacts).
 */
export async function listContacts(
	db: Db,
	instanceId: InstanceId,
	page: ContactPage,
): Promise<{ contacts: ContactRow[]; total: number }> {
	let matching = db.selectFrom('contacts').where('instance_id', '=', instanceId);
	if (page.search !== null) {
		const name = containing(foldCase(page.search));
		const number = digitsOf(page.search);
		matching = matching.where((eb) =>
			eb.or([
				sql<boolean>`sort_name like ${name} escape '\\'`,
				...(number === null ? [] : [sql<boolean>`phone like ${containing(number)} escape '\\'`]),
			]),
		);
	}
	const counted = await matching
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.executeTakeFirstOrThrow();
	const contacts = await matching
		.selectAll()
		.orderBy('sort_name')
		.orderBy('phone')
		.limit(page.limit)
		.offset(page.offset)
		.execute();
	return { contacts, total: counted.total };
}

function contactOf(instanceId: InstanceId, { phone, name }: { phone: string; name: string | null }) {
	return { instance_id: instanceId, phone, name, sort_name: foldCase(name ?? phone) };
}
