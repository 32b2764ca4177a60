import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import type { ContactReport } from '../../network/network-event.ts';
import { renameChats } from '../../store/chats/chats.ts';
import {
	contactKeyText,
	findContacts,
	nameOfContact,
	writeContacts,
	type ContactColumns,
	type ContactRow,
} from '../../store/chats/contacts.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import { recordEvents } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstances } from '../../store/instances/instances.ts';
import { mergedContact } from './merge-contact.ts';

/** A report about a contact of an instance. */
export interface ReportedContact {
	instanceId: InstanceId;
	report: ContactReport;
}

/** Contacts that are read and written together. */
const CHUNK_SIZE = 1000;

/**
 * Stores contacts that a network reported, except for instances that were deleted since. An event reports a contact
 * whose name or picture changed; a new contact has no event.
 */
export async function recordContacts(
	scope: CommitScope,
	newId: NewId,
	reports: readonly ReportedContact[],
	now: number,
): Promise<void> {
	const instances = await findInstances(
		scope.db,
		reports.map(({ instanceId }) => instanceId),
	);
	const known = reports.filter(({ instanceId }) => instances.has(instanceId));
	for (let from = 0; from < known.length; from += CHUNK_SIZE) {
		await recordChunk(scope, newId, known.slice(from, from + CHUNK_SIZE), now);
	}
}

async function recordChunk(
	scope: CommitScope,
	newId: NewId,
	reports: readonly ReportedContact[],
	now: number,
): Promise<void> {
	const currentIdOf = await readCurrentIds(
		scope.db,
		reports.map(({ instanceId, report: { id } }) => ({ instanceId, id })),
	);
	const reported = reports.map(({ instanceId, report }) => ({
		instanceId,
		report: { ...report, id: currentIdOf({ instanceId, id: report.id }) },
	}));
	const { updated } = await mergeContacts(scope, reported);
	await recordEvents(
		scope,
		newId,
		updated.map((event) => ({ event, at: now })),
	);
}

/** The contacts after reports about them, and the events of those that changed. */
export interface MergedContacts {
	/** By contactKeyText(). */
	contacts: ReadonlyMap<string, ContactColumns & Partial<ContactRow>>;
	updated: readonly GatewayEvent[];
}

/** Merges reports, in their order, into the stored contacts, and renames the chats with contacts whose name changed. */
export async function mergeContacts(
	{ db }: CommitScope,
	reported: readonly ReportedContact[],
): Promise<MergedContacts> {
	const before = await findContacts(
		db,
		reported.map(({ instanceId, report: { id } }) => ({ instanceId, id })),
	);
	const contacts = new Map<string, ContactColumns>(before);
	for (const { instanceId, report } of reported) {
		const key = contactKeyText({ instanceId, id: report.id });
		contacts.set(key, mergedContact(instanceId, contacts.get(key), report));
	}
	const changed = [...contacts].filter(([key, contact]) => !isSame(before.get(key), contact));
	await writeContacts(
		db,
		changed.map(([, contact]) => contact),
	);
	const updated: GatewayEvent[] = [];
	const renamed: ContactColumns[] = [];
	for (const [key, contact] of changed) {
		const stored = before.get(key);
		const isRenamed = stored === undefined || nameOfContact(stored) !== nameOfContact(contact);
		if (isRenamed && nameOfContact(contact) !== null) renamed.push(contact);
		if (stored === undefined) continue;
		const changes = [
			...(isRenamed ? (['name'] as const) : []),
			...(stored.profile_pic_url === contact.profile_pic_url ? [] : (['picture'] as const)),
		];
		if (changes.length > 0) updated.push(contactUpdated(contact, changes, []));
	}
	await renameChats(
		db,
		renamed.map((contact) => ({
			instanceId: contact.instance_id,
			id: contact.id,
			name: nameOfContact(contact) ?? '',
		})),
	);
	return { contacts, updated };
}

/** The event `contact.updated`. */
export function contactUpdated(
	contact: ContactColumns,
	changed: readonly ('name' | 'picture' | 'ids')[],
	earlierIds: readonly string[],
): GatewayEvent {
	return {
		kind: 'contact.updated',
		data: {
			instanceId: contact.instance_id,
			contactId: contact.id,
			phone: contact.phone,
			username: contact.username,
			contactName: nameOfContact(contact),
			profilePicUrl: contact.profile_pic_url,
			changed,
			earlierIds,
		},
	};
}

function isSame(before: ContactRow | undefined, after: ContactColumns): boolean {
	if (before === undefined) return false;
	return (Object.keys(after) as (keyof ContactColumns)[]).every((column) => before[column] === after[column]);
}
