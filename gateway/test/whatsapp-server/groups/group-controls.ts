import { personByPhone, type World } from '../world.ts';
import type { Person } from '../phone/people.ts';
import { changeSubject } from './group-changes.ts';
import {
	changeDescription,
	changeFlag,
	changePicture,
	joinByInvite,
	leaveGroup,
	revokeInvite,
} from './group-settings.ts';
import type { Group } from './groups.ts';

/** Settings that a member changes; absent ones stay. */
export interface GroupChange {
	by: string;
	group: string;
	subject?: string;
	/** Null removes it. */
	description?: string | null;
	announce?: boolean;
	restrict?: boolean;
	/** Base64; null removes it. */
	picture?: string | null;
}

/** The controls that concern groups, beside those of members. */
export const GROUP_CONTROLS: Readonly<Record<string, (world: World, body: never) => object>> = {
	changeGroup(world, body: GroupChange) {
		const [group, by] = [requireGroup(world, body.group), requirePerson(world, body.by)];
		const { subject, description, announce, restrict, picture } = body;
		if (subject !== undefined) changeSubject(world, group, by, subject);
		if (description !== undefined) changeDescription(world, group, by, description ?? '');
		if (announce !== undefined) changeFlag(world, group, by, announce ? 'announcement' : 'not_announcement');
		if (restrict !== undefined) changeFlag(world, group, by, restrict ? 'locked' : 'unlocked');
		if (picture !== undefined) {
			changePicture(world, group, by, picture === null ? null : Buffer.from(picture, 'base64'));
		}
		return {};
	},
	/** Returns a group as the server has it. */
	groupInfo(world, body: { group: string }) {
		const { subject, description, announce, restrict, image, invite } = requireGroup(world, body.group);
		const picture = image?.toString('base64') ?? null;
		return { subject, description: description?.text ?? null, announce, restrict, picture, invite };
	},
	revokeInvite: (world, body: { by: string; group: string }) => ({
		invite: revokeInvite(world, requireGroup(world, body.group), requirePerson(world, body.by)),
	}),
	/** A person joins by an invite code; returns whether the network accepted it. */
	join: (world, body: { by: string; invite: string }) => ({
		joined: typeof joinByInvite(world, requirePerson(world, body.by), body.invite) === 'object',
	}),
	leave(world, body: { by: string; group: string }) {
		leaveGroup(world, requireGroup(world, body.group), requirePerson(world, body.by));
		return {};
	},
};

function requireGroup(world: World, id: string): Group {
	const group = world.groups.get(id);
	if (group === undefined) throw new Error(`There is no group ${id}.`);
	return group;
}

function requirePerson(world: World, phone: string): Person {
	const person = personByPhone(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	return person;
}
