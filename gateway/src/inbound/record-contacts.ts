import type { ContactProfile } from '../domain/contact.ts';
import type { InstanceId } from '../domain/ids.ts';
import { upsertContacts } from '../store/chats/contacts.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { findInstance } from '../store/instances/instances.ts';

/** Stores contacts that a network reported, unless the instance was deleted meanwhile. */
export async function recordContacts(
	{ db }: CommitScope,
	instanceId: InstanceId,
	contacts: readonly ContactProfile[],
): Promise<void> {
	if ((await findInstance(db, instanceId)) === undefined) return;
	await upsertContacts(db, instanceId, contacts);
}
