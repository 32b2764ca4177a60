import { newId, timestamp } from '../connection.ts';
import { changeMembers, createGroup, type GroupAction } from '../groups/group-changes.ts';
import { announce, describeGroup, participant } from '../groups/group-stanza.ts';
import type { Group } from '../groups/groups.ts';
import type { Person } from '../phone/people.ts';
import { child, children, stanza, textOf, type Stanza } from '../wire/stanza.ts';
import { asker, Refusal, type Query } from './query.ts';

/** Groups: those one is in, making one, who is in it, what it says about itself. */
export function answerAboutGroups(query: Query): Stanza[] {
	const { world, iq, first } = query;
	const { person } = asker(query);
	const names = children(first, 'participant').map(({ attrs }) => attrs.jid ?? '');
	switch (first?.tag ?? '') {
		case 'participating': {
			const mine = [...world.groups.values()].filter(({ members }) => members.has(person.phone));
			return [
				stanza(
					'groups',
					{},
					mine.map((group) => describeGroup(world, group)),
				),
			];
		}
		case 'create': {
			const { group, refused } = createGroup(world, person, first?.attrs.subject ?? '', names);
			return [describeGroup(world, group, refused)];
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
			return [describeGroup(world, groupOf(query, iq.attrs.to ?? ''))];
		case 'add':
		case 'remove':
		case 'promote':
		case 'demote': {
			const action = first?.tag as GroupAction;
			const group = administered(query, person);
			return [stanza(action, {}, changeMembers(world, group, person, action, names))];
		}
		case 'invite':
			return [stanza('invite', { code: groupOf(query, iq.attrs.to ?? '').id.slice(0, 16) })];
		default:
			return describe(query, administered(query, person), person);
	}
}

/** What a group says about itself is changed: its subject, its description, who may write. */
function describe({ world, first }: Query, group: Group, by: Person): Stanza[] {
	const at = timestamp();
	switch (first?.tag ?? '') {
		case 'subject':
			group.subject = textOf(first);
			announce(world, group, by, stanza('subject', { subject: group.subject, s_t: at }));
			return [];
		case 'description': {
			const text = textOf(child(first, 'body'));
			const id = first?.attrs.id ?? newId();
			group.description = text === '' ? null : { id, text, by: by.phone, at };
			announce(world, group, by, stanza('description', { id }, [stanza('body', {}, Buffer.from(text))]));
			return [];
		}
		case 'announcement':
		case 'not_announcement':
		case 'locked':
		case 'unlocked':
			announce(world, group, by, stanza(first?.tag ?? ''));
			return [];
		default:
			throw new Refusal(501, 'feature-not-implemented');
	}
}

function leave(query: Query, id: string): Stanza {
	const { person } = asker(query);
	const group = groupOf(query, id);
	group.members.delete(person.phone);
	announce(query.world, group, person, stanza('remove', {}, [participant(group, person)]), [person.phone]);
	return stanza('group', { id });
}

/** The group a question is about. Throws a Refusal where who asks is not in it. */
function groupOf(query: Query, id: string): Group {
	const group = query.world.groups.get(id);
	if (group === undefined) throw new Refusal(404, 'item-not-found');
	if (!group.members.has(asker(query).person.phone)) throw new Refusal(403, 'forbidden');
	return group;
}

/** The group a change is about. Throws a Refusal where who asks is no admin of it. */
function administered(query: Query, person: Person): Group {
	const group = groupOf(query, query.iq.attrs.to ?? '');
	if (group.members.get(person.phone) === 'member') throw new Refusal(401, 'not-authorized');
	return group;
}
