import type { ContactProfile } from '../domain/contact.ts';
import type { InstanceId } from '../domain/ids.ts';
import { upsertContacts } from '../store/chats/contacts.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { findInstance } from '../store/instances/instances.ts';

/** Stores what a network tells of contacts; of those of an instance that was deleted meanwhile, nothing. */
export async function recordContacts(
	{ db }: CommitScope,
	instanceId: InstanceId,
	contacts: readonly ContactProfile[],
): Promise<void> {
	if ((await findInstance(db, instanceId)) === undefined) return;
	await upsertContacts(db, instanceId, contacts);
}
