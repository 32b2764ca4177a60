import type { InstanceId, NewId } from '../../domain/ids.ts';
import { isPersonId, phoneOfChat } from '../../domain/phone.ts';
import { joinOwners } from '../../store/chats/chat-owners.ts';
import { joinChats, writeEarlierId } from '../../store/chats/join-chats.ts';
import {
	contactKeyText,
	deleteContact,
	findContacts,
	nameOfContact,
	writeContacts,
	type ContactColumns,
	type ContactRow,
} from '../../store/chats/contacts.ts';
import { renameChats } from '../../store/chats/chats.ts';
import { listEarlierIds, readCurrentIds } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvent } from '../../store/events/events.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { joinQueues } from '../../store/webhooks/queues/join-queues.ts';
import { contactUpdated } from './record-contacts.ts';

/**
 * Records that all these ids are of one person. The first is the one to use from now on; the others go on working.
 * Their chats and contacts become one, and `contact.updated` reports it. An id with a phone number never becomes an
 * earlier id: the number may belong to somebody else later. Ids that are joined already change nothing.
 */
export async function recordSamePerson(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	ids: readonly [string, ...string[]],
	now: number,
): Promise<void> {
	const { db, emit } = scope;
	const currentIdOf = await readCurrentIds(
		db,
		ids.map((id) => ({ instanceId, id })),
	);
	const currentId = currentIdOf({ instanceId, id: ids[0] });
	const others = ids.filter((id) => isPersonId(id) && id !== currentId);
	const toJoin = new Set(others.filter((id) => currentIdOf({ instanceId, id }) !== currentId));
	const instance = toJoin.size === 0 ? undefined : await findInstance(db, instanceId);
	if (instance === undefined) return;
	let isKnown =
		(
			await findContacts(
				db,
				[...toJoin].map((id) => ({ instanceId, id })),
			)
		).size > 0;
	for (const earlierId of toJoin) {
		const joined = { instanceId, earlierId, currentId };
		// Before the chats: their rows are locked after those of their owners.
		if (instance.takeover_release_after !== null) await joinOwners(db, joined);
		if (await joinChats(db, joined)) isKnown = true;
		await joinQueues(scope, newId, joined, now);
		await writeEarlierId(db, joined);
	}
	// Networks name both ids of most people from the start: then no chat and no contact changes.
	if (!isKnown) return;
	const contact = await joinContacts(scope, instanceId, currentId, [...toJoin]);
	// Queued messages of the earlier chats are now queued in this one.
	emit({ kind: 'message_queued', instanceId, chatIds: [currentId] });
	const earlierIds = await listEarlierIds(db, instanceId, currentId);
	await recordEvent(scope, newId, contactUpdated(contact, ['ids'], earlierIds), now);
}

/** Joins the contacts, and names the chat after the person. What is known under the current id takes precedence. */
async function joinContacts(
	{ db }: CommitScope,
	instanceId: InstanceId,
	currentId: string,
	earlierIds: readonly string[],
): Promise<ContactColumns> {
	const keys = [currentId, ...earlierIds].map((id) => ({ instanceId, id }));
	const stored = await findContacts(db, keys);
	const known = keys.flatMap((key) => stored.get(contactKeyText(key)) ?? []);
	const first = <Column extends keyof ContactRow>(column: Column): ContactRow[Column] | null =>
		known.map((contact) => contact[column]).find((value) => value !== null) ?? null;
	const contact: ContactColumns = {
		instance_id: instanceId,
		id: currentId,
		phone: phoneOfChat(currentId),
		username: first('username'),
		saved_name: first('saved_name'),
		name: first('name'),
		profile_pic_url: first('profile_pic_url'),
		about: first('about'),
		is_business: known.some(({ is_business: isBusiness }) => isBusiness === 1) ? 1 : 0,
		is_blocked: known.some(({ is_blocked: isBlocked }) => isBlocked === 1) ? 1 : 0,
	};
	for (const earlierId of earlierIds) await deleteContact(db, { instanceId, id: earlierId });
	await writeContacts(db, [contact]);
	const name = nameOfContact(contact);
	if (name !== null) await renameChats(db, [{ instanceId, id: currentId, name }]);
	return contact;
}
