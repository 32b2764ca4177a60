import { randomBytes } from 'node:crypto';
import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { jidOf, type Person } from '../phone/people.ts';
import { stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';
import { notifyMembers, participant } from './group-stanza.ts';
import type { Group } from './groups.ts';

/** The settings of admins: who may write, who may change the group's data. */
export type GroupFlag = 'announcement' | 'not_announcement' | 'locked' | 'unlocked';

export function changeDescription(
	world: World,
	group: Group,
	by: Person,
	text: string,
	id: string = newId(),
): void {
	group.description = text === '' ? null : { id, text, by: by.phone, at: timestamp() };
	const change =
		text === ''
			? stanza('description', { id, delete: 'true' })
			: stanza('description', { id }, [stanza('body', {}, Buffer.from(text))]);
	notifyMembers(world, group, by, change);
}

export function changeFlag(world: World, group: Group, by: Person, flag: GroupFlag): void {
	if (flag === 'announcement' || flag === 'not_announcement') group.announce = flag === 'announcement';
	else group.restrict = flag === 'locked';
	notifyMembers(world, group, by, stanza(flag));
}

/** Changes the picture of a group; null removes it. */
export function changePicture(world: World, group: Group, by: Person, image: Buffer | null): void {
	group.image = image;
	const id = String(Date.now());
	group.picture = image === null ? null : `https://pps.whatsapp.net/v/${id}.jpg`;
	const author = jidOf(by, group.addressing);
	const change = stanza(image === null ? 'delete' : 'set', { jid: group.id, author, id });
	for (const phone of group.members.keys()) {
		for (const companion of world.people.get(phone)?.companions ?? []) {
			const attrs = { from: group.id, type: 'picture', id: newId(), t: timestamp(), notify: by.name };
			deliver(companion, stanza('notification', attrs, [change]));
		}
	}
}

/** Replaces the invite code of a group; the earlier one becomes invalid. */
export function revokeInvite(world: World, group: Group, by: Person): string {
	group.formerInvites.add(group.invite);
	group.invite = newInvite();
	notifyMembers(world, group, by, stanza('invite', { code: group.invite }));
	return group.invite;
}

export function newInvite(): string {
	return randomBytes(16).toString('base64url').slice(0, 22);
}

/** A person joins by an invite code; returns the group, or the error of the network. */
export function joinByInvite(world: World, person: Person, code: string): Group | 406 | 409 | 410 {
	const groups = [...world.groups.values()];
	if (groups.some(({ formerInvites }) => formerInvites.has(code))) return 410;
	const group = groups.find(({ invite }) => invite === code);
	if (group === undefined) return 406;
	if (group.members.has(person.phone)) return 409;
	group.members.set(person.phone, 'member');
	const change = stanza('add', { reason: 'invite' }, [participant(group, person)]);
	notifyMembers(world, group, person, change, [], [person.phone]);
	return group;
}

/** A person leaves a group. */
export function leaveGroup(world: World, group: Group, person: Person): void {
	group.members.delete(person.phone);
	const change = stanza('remove', {}, [participant(group, person)]);
	notifyMembers(world, group, person, change, [person.phone]);
}
