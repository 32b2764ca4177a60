import { newId, timestamp } from '../connection.ts';
import { changeMembers, changeSubject, createGroup, type GroupAction } from '../groups/group-changes.ts';
import { notifyMembers, groupStanza, participant } from '../groups/group-stanza.ts';
import type { Group } from '../groups/groups.ts';
import type { Person } from '../phone/people.ts';
import { child, children, stanza, textOf, type Stanza } from '../wire/stanza.ts';
import { requireCompanion, QueryError, type Query } from './query.ts';

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
			return [stanza('invite', { code: requireMember(query, iq.attrs.to ?? '').id.slice(0, 16) })];
		default:
			return changeInfo(query, requireAdmin(query, person), person);
	}
}

/** Changes the metadata of a group: subject, description, who may write. */
function changeInfo({ world, first }: Query, group: Group, by: Person): Stanza[] {
	const at = timestamp();
	switch (first?.tag ?? '') {
		case 'subject':
			changeSubject(world, group, by, textOf(first));
			return [];
		case 'description': {
			const text = textOf(child(first, 'body'));
			const id = first?.attrs.id ?? newId();
			group.description = text === '' ? null : { id, text, by: by.phone, at };
			notifyMembers(world, group, by, stanza('description', { id }, [stanza('body', {}, Buffer.from(text))]));
			return [];
		}
		case 'announcement':
		case 'not_announcement':
		case 'locked':
		case 'unlocked':
			notifyMembers(world, group, by, stanza(first?.tag ?? ''));
			return [];
		default:
			throw new QueryError(501, 'feature-not-implemented');
	}
}

function leave(query: Query, id: string): Stanza {
	const { person } = requireCompanion(query);
	const group = requireMember(query, id);
	group.members.delete(person.phone);
	notifyMembers(query.world, group, person, stanza('remove', {}, [participant(group, person)]), [
		person.phone,
	]);
	return stanza('group', { id });
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
