import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import { GROUP_CHANGES, type NetworkGroup } from '../../../domain/chats/group.ts';
import type { DriverContext, GroupCalls } from '../../driver.ts';
import { pictureUrlOf } from '../account/own-profile.ts';
import { createGroupAccess, notAdmin, notInvited, throwIfUnreachable } from './group-access.ts';
import {
	changedGroup,
	firstParticipants,
	mayChangeSettings,
	memberOf,
	withSettings,
} from './group-changes.ts';
import { createGroupReports } from './group-reports.ts';
import { invitedGroupId, readInvite, replaceInvite } from './group-invites.ts';
import {
	groupIdOf,
	groupListValues,
	groupNames,
	groupValues,
	isIn,
	joinedGroups,
	readGroup,
	readGroupIds,
} from './group-records.ts';
import { groupsOfOthers, type ChangesByOthers } from './groups-of-others.ts';

export interface NewGroup {
	name: string;
	description: string | null;
	participants: readonly string[];
	settings: NetworkGroup['settings'];
}

/** The groups of an instance, with the actions of other phones in them. */
export interface SimulatedGroups extends GroupCalls, ChangesByOthers {
	/** Another phone creates a group with the instance as a plain member. Throws invalid_parameters. */
	createByOther(owner: string, group: NewGroup): Promise<NetworkGroup>;
	/** A group the instance is in or has left; null when there is no such group. */
	any(groupId: string): Promise<NetworkGroup | null>;
	/** As `any`; throws group_not_found. */
	anyOrThrow(groupId: string): Promise<NetworkGroup>;
	/** The invite link of any of these groups. Throws group_not_found. */
	inviteOfAny(groupId: string): Promise<string>;
}

const THE_INSTANCE = 'The instance';

/** The groups of an instance on the simulated network. Its session stores them, so they outlive a restart. */
export function simulatedGroups(
	{ session, report }: Pick<DriverContext, 'session' | 'report'>,
	clock: Clock,
): SimulatedGroups {
	const access = createGroupAccess(session);
	const reports = createGroupReports(access, report, clock);
	const { exclusively, ownPhone, joinedOrThrow, anyOrThrow, save } = access;

	async function create(owner: string, group: NewGroup, members: readonly string[]): Promise<NetworkGroup> {
		const account = await ownPhone();
		const groupIds = (await readGroupIds(session, account)) ?? [];
		const created: NetworkGroup = {
			id: groupIdOf(account, groupIds.length),
			name: group.name,
			description: group.description,
			pictureUrl: null,
			owner,
			createdAt: clock.now(),
			participants: firstParticipants(owner, members),
			settings: group.settings,
		};
		await session.write({ ...groupListValues(account, [...groupIds, created.id]), ...groupValues(created) });
		await report([groupNames([created])]);
		return created;
	}

	/** Returns a group whose admin the instance is. Throws group_not_found, not_admin. */
	async function ownedOrThrow(groupId: string): Promise<NetworkGroup> {
		const group = await joinedOrThrow(groupId);
		if (memberOf(group, await ownPhone())?.isAdmin === true) return group;
		throw notAdmin(group, THE_INSTANCE);
	}

	return {
		listGroups: async () => joinedGroups(session, await ownPhone()),
		async getGroup(groupId) {
			const group = await readGroup(session, groupId);
			return group !== null && isIn(group, await ownPhone()) ? group : null;
		},
		createGroup: (group) =>
			exclusively(async () => {
				throwIfUnreachable(group.participants);
				const settings = { announce: false, restrict: false };
				return create(await ownPhone(), { ...group, settings }, group.participants);
			}),
		changeParticipants: (groupId, action, phones) =>
			exclusively(async () => {
				const before = await ownedOrThrow(groupId);
				const { group: after, refused } = changedGroup(before, action, phones);
				await save(after);
				const changed = [...new Set(phones)].filter((phone) => !refused.has(phone));
				await reports.participants({ before, after }, action, changed, await ownPhone());
				return refused;
			}),
		updateGroup: (groupId, { picture, ...settings }) =>
			exclusively(async () => {
				const before = await joinedOrThrow(groupId);
				const own = await ownPhone();
				const given: Record<string, unknown> = { ...settings, picture };
				const changes = GROUP_CHANGES.filter((setting) => given[setting] !== undefined);
				if (!mayChangeSettings(before, own, changes)) throw notAdmin(before, THE_INSTANCE);
				const pictureUrl = picture === undefined ? undefined : await pictureUrlOf('groups', picture);
				const after = withSettings(before, settings, pictureUrl);
				await save(after);
				await reports.settings({ before, after }, own, { inviteChanged: false });
				return after;
			}),
		getInvite: async (groupId) => readInvite(session, (await ownedOrThrow(groupId)).id),
		revokeInvite: (groupId) =>
			exclusively(async () => {
				const group = await ownedOrThrow(groupId);
				const invite = await replaceInvite(session, groupId);
				const changed = { before: group, after: group };
				await reports.settings(changed, await ownPhone(), { inviteChanged: true });
				return invite;
			}),
		joinGroup: (invite) =>
			exclusively(async () => {
				const groupId = await invitedGroupId(session, invite);
				if (groupId === null) throw notInvited();
				const before = await anyOrThrow(groupId);
				const own = await ownPhone();
				const { group: after, refused } = changedGroup(before, 'join', [own]);
				await save(after);
				await reports.participants({ before, after }, 'join', refused.has(own) ? [] : [own], null);
				return after;
			}),
		leaveGroup: (groupId) =>
			exclusively(async () => {
				const before = await joinedOrThrow(groupId);
				const own = await ownPhone();
				const after = changedGroup(before, 'leave', [own]).group;
				await save(after);
				await reports.participants({ before, after }, 'leave', [own], null);
			}),
		createByOther: (owner, group) =>
			exclusively(async () => {
				throwIfUnreachable([owner, ...group.participants]);
				const own = await ownPhone();
				if (owner !== own) return create(owner, group, [own, ...group.participants]);
				throw new GatewayError(
					'invalid_parameters',
					"This is the instance's own number. Name the number of another phone.",
				);
			}),
		any: (groupId) => readGroup(session, groupId),
		anyOrThrow,
		inviteOfAny: async (groupId) => readInvite(session, (await anyOrThrow(groupId)).id),
		...groupsOfOthers(access, reports),
	};
}
