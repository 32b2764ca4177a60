import { timestamp } from '../../domain/clock.ts';
import type { GroupAction, NetworkGroup, ParticipantRefusal } from '../../domain/chats/group.ts';
import { chatIdOf, phoneOfChat } from '../../domain/phone.ts';
import type { InstanceRow } from '../../store/schema.ts';
import type { CreatedGroup, GroupDetail, GroupListItem, ParticipantsResult } from './schema.ts';

/** The groups an instance is in, newest first. */
export function groupListItems(groups: readonly NetworkGroup[], instance: InstanceRow): GroupListItem[] {
	const newestFirst = groups.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
	return newestFirst.map((group) => groupListItem(group, instance));
}

/** A group as the list shows it to an instance (specification, Group). */
function groupListItem(group: NetworkGroup, instance: InstanceRow): GroupListItem {
	const { id, name, description, pictureUrl } = group;
	return {
		id,
		name,
		description,
		pictureUrl,
		participantsCount: group.participants.length,
		isAdmin: isAdmin(group, instance),
		createdAt: timestamp(group.createdAt),
	};
}

/** A group with its participants. */
export function groupDetail(group: NetworkGroup): GroupDetail {
	const { id, name, description, pictureUrl, owner, participants, settings } = group;
	return {
		id,
		name,
		description,
		pictureUrl,
		owner,
		createdAt: timestamp(group.createdAt),
		participants: [...participants],
		admins: participants.filter(({ isAdmin }) => isAdmin).map(({ id, phone }) => phone ?? id),
		settings,
	};
}

/** A group in the response to its creation. */
export function createdGroup(group: NetworkGroup, instance: InstanceRow): CreatedGroup {
	const { id, name, participants } = group;
	return { id, name, participantsCount: participants.length, isAdmin: isAdmin(group, instance) };
}

/**
 * The result for each person of a change, in the order of the request. The gateway changes a person who is named twice
 * only once; for an addition, the second result is already_participant.
 */
export function participantsResult(
	action: GroupAction,
	people: readonly string[],
	refused: ReadonlyMap<string, ParticipantRefusal>,
): ParticipantsResult {
	const seen = new Set<string>();
	const results = people.map((person) => {
		const id = chatIdOf(person);
		const isAdded = action === 'add' && seen.has(person);
		const error = refused.get(person) ?? (isAdded ? 'already_participant' : undefined);
		seen.add(person);
		const phone = phoneOfChat(id);
		const named = phone === null ? { phone, id } : { phone };
		return error === undefined
			? { ...named, status: 'success' as const }
			: { ...named, status: 'failed' as const, error };
	});
	return { action, results };
}

function isAdmin(group: NetworkGroup, instance: InstanceRow): boolean {
	return group.participants.some(({ phone, isAdmin }) => phone === instance.phone && isAdmin);
}
