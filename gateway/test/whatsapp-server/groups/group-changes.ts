import { randomInt } from 'node:crypto';
import { timestamp } from '../connection.ts';
import { announce, describeGroup, participant, type ParticipantError } from './group-stanza.ts';
import type { Group, Role } from './groups.ts';
import { GROUPS, jid, LIDS } from '../wire/jid.ts';
import type { Person } from '../phone/people.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { personNamed, type World } from '../world.ts';

export type GroupAction = 'add' | 'remove' | 'promote' | 'demote';

/** Somebody who could not be added, removed, made an admin; by the name the client used. */
export interface Refused {
	name: string;
	error: ParticipantError;
}

/** Makes a group, of those who can be added. */
export function createGroup(
	world: World,
	creator: Person,
	subject: string,
	names: readonly string[],
	addressing: Group['addressing'] = LIDS,
	id = `120363${randomInt(1e11, 1e12)}`,
): { group: Group; refused: Refused[] } {
	const group: Group = {
		id: jid(id, GROUPS),
		subject,
		createdAt: timestamp(),
		creator: creator.phone,
		description: null,
		addressing,
		members: new Map([[creator.phone, 'superadmin']]),
		picture: null,
		keyed: new Set(),
	};
	world.groups.set(group.id, group);
	const refused: Refused[] = [];
	for (const name of names) {
		const error = changeMember(group, 'add', personNamed(world, name));
		if (error !== null && error !== '409') refused.push({ name, error });
	}
	announce(world, group, creator, stanza('create', {}, [describeGroup(world, group)]));
	return { group, refused };
}

/** Changes who is in a group and as what; gives one participant stanza for each name, with an error or without. */
export function changeMembers(
	world: World,
	group: Group,
	by: Person,
	action: GroupAction,
	names: readonly string[],
): Stanza[] {
	const changed: Person[] = [];
	const answers = names.map((name) => {
		const person = personNamed(world, name);
		const error = changeMember(group, action, person);
		if (error !== null || person === null) return stanza('participant', { jid: name, error: error ?? '404' });
		changed.push(person);
		return participant(group, person);
	});
	if (changed.length > 0) {
		const change = stanza(
			action,
			{},
			changed.map((one) => participant(group, one)),
		);
		announce(
			world,
			group,
			by,
			change,
			changed.map(({ phone }) => phone),
		);
	}
	return answers;
}

function changeMember(group: Group, action: GroupAction, person: Person | null): ParticipantError | null {
	if (person === null) return '404';
	const { members } = group;
	const role = members.get(person.phone);
	if (action === 'add') {
		if (role !== undefined) return '409';
		if (person.habit === 'refuses_groups' || person.habit === 'blocks') return '403';
		members.set(person.phone, 'member');
		return null;
	}
	if (role === undefined) return '404';
	if (role === 'superadmin') return '405';
	const next: Role | null = action === 'remove' ? null : action === 'promote' ? 'admin' : 'member';
	if (next === null) members.delete(person.phone);
	else members.set(person.phone, next);
	return null;
}
