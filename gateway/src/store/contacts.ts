import { sql } from 'kysely';
import type { ContactCard } from '../domain/contact.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Db } from './schema.ts';

/** Stores what a network told of contacts, in place of what was known of them. */
export async function putContacts(
	db: Db,
	instanceId: InstanceId,
	contacts: readonly ContactCard[],
): Promise<void> {
	for (const contact of contacts) {
		await db
			.insertInto('contacts')
			.values({
				instance_id: instanceId,
				phone: contact.phone,
				name: contact.name,
				profile_pic_url: contact.profilePicUrl,
				about: contact.about,
				is_business: contact.isBusiness ? 1 : 0,
				is_blocked: contact.isBlocked ? 1 : 0,
			})
			.onConflict((conflict) =>
				conflict.columns(['instance_id', 'phone']).doUpdateSet({
					name: sql`coalesce(excluded.name, contacts.name)`,
					profile_pic_url: sql`excluded.profile_pic_url`,
					about: sql`excluded.about`,
					is_business: sql`excluded.is_business`,
					is_blocked: sql`excluded.is_blocked`,
				}),
			)
			.execute();
	}
}
