import { chatIdOf, recipientOf } from '../../domain/phone.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Returns the people of a request as drivers name them: by phone number where it is known, else by their current id.
 * Two ids of one person become the same.
 */
export async function currentPeople(db: Db, instanceId: string, given: readonly string[]): Promise<string[]> {
	const ids = given.map(chatIdOf);
	const currentIdOf = await readCurrentIds(
		db,
		ids.map((id) => ({ instanceId, id })),
	);
	return ids.map((id) => recipientOf(currentIdOf({ instanceId, id })));
}
