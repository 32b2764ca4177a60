import type { InstanceId, NewId } from '../../domain/ids.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import { isPersonId, phoneOfChat } from '../../domain/phone.ts';
import { joinChatOwners } from '../../store/chats/chat-owners.ts';
import { joinChats, writeEarlierIds, type JoinedIds } from '../../store/chats/join-chats.ts';
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
import {
	listEarlierIds,
	readCurrentIds,
	type CurrentIdOf,
	type IdOfInstance,
} from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvents } from '../../store/events/events.ts';
import { findInstances } from '../../store/instances/instances.ts';
import type { Db } from '../../store/schema.ts';
import { joinQueues } from '../../store/webhooks/queues/join-queues.ts';
import { contactUpdated } from './record-contacts.ts';

/** Ids of one person. The first is the one to use from now on. */
export interface SamePerson {
	instanceId: InstanceId;
	ids: readonly [string, ...string[]];
}

/**
 * Records which ids belong to one person, in the order of the list. The earlier ids of a person stay valid. Their chats
 * and contacts become one, and `contact.updated` reports it. An id with a phone number never becomes an earlier id: the
 * number may belong to somebody else later. Ids that are joined already change nothing.
 */
export async function recordSamePeople(
	scope: CommitScope,
	newId: NewId,
	people: readonly SamePerson[],
	now: number,
): Promise<void> {
	for (let waiting = people; waiting.length > 0; ) {
		const currentIdOf = await readCurrentIds(scope.db, waiting.flatMap(keysOf));
		const { independent, others } = separate(waiting, currentIdOf);
		await recordIndependent(
			scope,
			newId,
			independent.flatMap((person) => newlyJoined(person, currentIdOf)),
			now,
		);
		waiting = others;
	}
}

function keysOf({ instanceId, ids }: SamePerson): IdOfInstance[] {
	return ids.map((id) => ({ instanceId, id }));
}

/** Separates the people who share an id, or a current id, with somebody earlier in the list: they are recorded later. */
function separate(
	people: readonly SamePerson[],
	currentIdOf: CurrentIdOf,
): { independent: SamePerson[]; others: SamePerson[] } {
	const seen = new Set<string>();
	const independent: SamePerson[] = [];
	const others: SamePerson[] = [];
	for (const person of people) {
		const keys = keysOf(person).flatMap((key) => [key.id, currentIdOf(key)]);
		const texts = keys.map((id) => `${person.instanceId} ${id}`);
		(texts.some((text) => seen.has(text)) ? others : independent).push(person);
		for (const text of texts) seen.add(text);
	}
	return { independent, others };
}

/** The ids of a person that are not joined yet. */
function newlyJoined({ instanceId, ids }: SamePerson, currentIdOf: CurrentIdOf): JoinedIds[] {
	const currentId = currentIdOf({ instanceId, id: ids[0] });
	const others = ids.filter((id) => isPersonId(id) && id !== currentId);
	return [...new Set(others)]
		.filter((id) => currentIdOf({ instanceId, id }) !== currentId)
		.map((earlierId) => ({ instanceId, earlierId, currentId }));
}

/** Joins ids, of which none is an earlier id of one person and the current id of another. */
async function recordIndependent(
	scope: CommitScope,
	newId: NewId,
	reported: readonly JoinedIds[],
	now: number,
): Promise<void> {
	if (reported.length === 0) return;
	const { db, emit } = scope;
	const instances = await findInstances(
		db,
		reported.map(({ instanceId }) => instanceId),
	);
	const joined = reported.filter(({ instanceId }) => instances.has(instanceId));
	// Owners are joined before chats, because every transaction locks the owner before the chat.
	const canBeOwned = joined.filter((ids) => instances.get(ids.instanceId)?.takeover_release_after !== null);
	await joinChatOwners(db, canBeOwned);
	const withChat = new Set(await joinChats(db, joined));
	await joinQueues(scope, newId, joined, now);
	await writeEarlierIds(db, joined);
	const contacts = await findContacts(
		db,
		joined.flatMap(({ instanceId, earlierId, currentId }) => [
			{ instanceId, id: earlierId },
			{ instanceId, id: currentId },
		]),
	);
	const people = Map.groupBy(joined, ({ instanceId, currentId }) => `${instanceId} ${currentId}`);
	const events: GatewayEvent[] = [];
	for (const [first, ...more] of people.values()) {
		if (first === undefined) continue;
		const all = [first, ...more];
		const { instanceId, currentId } = first;
		const isKnown = (ids: JoinedIds): boolean =>
			withChat.has(ids) || contacts.has(contactKeyText({ instanceId, id: ids.earlierId }));
		// Networks name both ids of most people from the start: then no chat and no contact changes.
		if (!all.some(isKnown)) continue;
		const earlierIds = all.map(({ earlierId }) => earlierId);
		const contact = await joinContacts(db, contacts, { instanceId, currentId, earlierIds });
		// Queued messages of the earlier chats are now queued in this one.
		emit({ kind: 'message_queued', instanceId, chatIds: [currentId] });
		events.push(contactUpdated(contact, ['ids'], await listEarlierIds(db, instanceId, currentId)));
	}
	await recordEvents(
		scope,
		newId,
		events.map((event) => ({ event, at: now })),
	);
}

/** Joins the contacts, and names the chat after the person. What is known under the current id takes precedence. */
async function joinContacts(
	db: Db,
	stored: ReadonlyMap<string, ContactRow>,
	{ instanceId, currentId, earlierIds }: { instanceId: InstanceId; currentId: string; earlierIds: string[] },
): Promise<ContactColumns> {
	const keys = [currentId, ...earlierIds].map((id) => ({ instanceId, id }));
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
