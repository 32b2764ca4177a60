import { changeMembers, changeSubject, createGroup, type GroupAction } from '../groups/group-changes.ts';
import {
	changeDescription,
	changeFlag,
	joinByInvite,
	leaveGroup,
	revokeInvite,
	type GroupFlag,
} from '../groups/group-settings.ts';
import { groupStanza } from '../groups/group-stanza.ts';
import type { Group } from '../groups/groups.ts';
import type { Person } from '../phone/people.ts';
import { child, children, stanza, textOf, type Stanza } from '../wire/stanza.ts';
import { requireCompanion, QueryError, type Query } from './query.ts';

const ERRORS = { 406: 'not-acceptable', 409: 'conflict', 410: 'gone' } as const;

/** Answers group queries: list, create, participants, metadata. */
export function answerGroupQuery(query: Query): Stanza[] {
	const { world, iq, first } = query;
	const { person } = requireCompanion(query);
	const names = children(first, 'participant').map(({ attrs }) => attrs.jid ?? '');
	switch (first?.tag ?? '') {
		case 'participating': {
			const mine = [...world.groups.values()].filter(({ members }) => members.has(person.phone));
			return [
				stanza(
					'groups',
					{},
					mine.map((group) => groupStanza(world, group)),
				),
			];
		}
		case 'create': {
			const { group, refused } = createGroup(world, person, first?.attrs.subject ?? '', names);
			return [groupStanza(world, group, refused)];
		}
		case 'leave':
			return [
				stanza(
					'leave',
					{},
					children(first, 'group').map((one) => leave(query, one.attrs.id ?? '')),
				),
			];
		case 'query':
			return [groupStanza(world, requireMember(query, iq.attrs.to ?? ''))];
		case 'add':
		case 'remove':
		case 'promote':
		case 'demote': {
			const action = first?.tag as GroupAction;
			const group = requireAdmin(query, person);
			return [stanza(action, {}, changeMembers(world, group, person, action, names))];
		}
		case 'invite':
			return answerInvite(query, person);
		default:
			return changeInfo(query, person);
	}
}

/** Changes the metadata of a group: subject, description, who may write. */
function changeInfo(query: Query, by: Person): Stanza[] {
	const { world, first, iq } = query;
	switch (first?.tag ?? '') {
		case 'subject':
			changeSubject(world, requireEditor(query, iq.attrs.to ?? ''), by, textOf(first));
			return [];
		case 'description': {
			const group = requireEditor(query, iq.attrs.to ?? '');
			// A client names the description that it replaces.
			if (first?.attrs.prev !== group.description?.id) throw new QueryError(409, 'conflict');
			changeDescription(world, group, by, textOf(child(first, 'body')), first?.attrs.id);
			return [];
		}
		case 'announcement':
		case 'not_announcement':
		case 'locked':
		case 'unlocked':
			changeFlag(world, requireAdmin(query, by), by, first?.tag as GroupFlag);
			return [];
		default:
			throw new QueryError(501, 'feature-not-implemented');
	}
}

function leave(query: Query, id: string): Stanza {
	const group = requireMember(query, id);
	leaveGroup(query.world, group, requireCompanion(query).person);
	return stanza('group', { id });
}

/** Shows the invite of a group, replaces it, or joins a group by it. */
function answerInvite(query: Query, person: Person): Stanza[] {
	const { world, iq, first } = query;
	const code = first?.attrs.code;
	if (code === undefined) {
		const group = requireAdmin(query, person);
		const invite = iq.attrs.type === 'set' ? revokeInvite(world, group, person) : group.invite;
		return [stanza('invite', { code: invite })];
	}
	if (iq.attrs.type === 'set') {
		const joined = joinByInvite(world, person, code);
		if (typeof joined === 'number') throw new QueryError(joined, ERRORS[joined]);
		return [stanza('group', { jid: joined.id })];
	}
	const group = [...world.groups.values()].find(({ invite }) => invite === code);
	if (group === undefined) throw new QueryError(406, ERRORS[406]);
	return [groupStanza(world, group)];
}

/** Returns the group of a query. Throws a QueryError when the client is not a member. */
function requireMember(query: Query, id: string): Group {
	const group = query.world.groups.get(id);
	if (group === undefined) throw new QueryError(404, 'item-not-found');
	if (!group.members.has(requireCompanion(query).person.phone)) throw new QueryError(403, 'forbidden');
	return group;
}

/** Returns the group of a change. Throws a QueryError when the client is not an admin. */
function requireAdmin(query: Query, person: Person): Group {
	const group = requireMember(query, query.iq.attrs.to ?? '');
	if (group.members.get(person.phone) === 'member') throw new QueryError(401, 'not-authorized');
	return group;
}

/** Returns a group whose data the client may change: any member may, unless that is restricted. */
export function requireEditor(query: Query, id: string): Group {
	const group = requireMember(query, id);
	const role = group.members.get(requireCompanion(query).person.phone);
	if (group.restrict && role === 'member') throw new QueryError(401, 'not-authorized');
	return group;
}
