import { randomInt } from 'node:crypto';
import { timestamp } from '../connection.ts';
import { notifyMembers, groupStanza, participant, type ParticipantError } from './group-stanza.ts';
import { newInvite } from './group-settings.ts';
import type { Group, Role } from './groups.ts';
import { GROUPS, jid, LIDS } from '../wire/jid.ts';
import type { Person } from '../phone/people.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { personByJid, type World } from '../world.ts';

export type GroupAction = 'add' | 'remove' | 'promote' | 'demote';

/** A participant that could not be changed, by the JID the client used. */
export interface Refused {
	name: string;
	error: ParticipantError;
}

/** Creates a group with the participants that can be added. */
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
		image: null,
		announce: false,
		restrict: false,
		invite: newInvite(),
		formerInvites: new Set(),
		senderKeyHolders: new Set(),
	};
	world.groups.set(group.id, group);
	const refused: Refused[] = [];
	for (const name of names) {
		const error = changeMember(group, 'add', personByJid(world, name));
		if (error !== null && error !== '409') refused.push({ name, error });
	}
	notifyMembers(world, group, creator, stanza('create', { type: 'new' }, [groupStanza(world, group)]));
	return { group, refused };
}

/** Changes the participants of a group; returns one participant stanza for each JID, with an error or without. */
export function changeMembers(
	world: World,
	group: Group,
	by: Person,
	action: GroupAction,
	names: readonly string[],
): Stanza[] {
	const changed: Person[] = [];
	const answers = names.map((name) => {
		const person = personByJid(world, name);
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
		const phones = changed.map(({ phone }) => phone);
		notifyMembers(world, group, by, change, phones, action === 'add' ? phones : []);
	}
	return answers;
}

function changeMember(group: Group, action: GroupAction, person: Person | null): ParticipantError | null {
	if (person === null) return '404';
	const { members } = group;
	const role = members.get(person.phone);
	if (action === 'add') {
		if (role !== undefined) return '409';
		if (person.behavior === 'refuses_groups' || person.behavior === 'blocks') return '403';
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

/** Changes the subject of a group and notifies its members. */
export function changeSubject(world: World, group: Group, by: Person, subject: string): void {
	group.subject = subject;
	notifyMembers(world, group, by, stanza('subject', { subject, s_t: timestamp() }));
}
