import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { GroupAction, NetworkGroup, ParticipantRefusal } from '../../../domain/group.ts';
import type { NetworkConnection, DriverContext } from '../../driver.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { linkedAccount } from '../account.ts';
import { canJoin, changedGroup, firstParticipants } from './group-changes.ts';
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

type GroupCalls = Pick<NetworkConnection, 'listGroups' | 'getGroup' | 'createGroup' | 'changeParticipants'>;

export interface NewGroup {
	name: string;
	description: string | null;
	participants: readonly string[];
	settings: NetworkGroup['settings'];
}

/** The groups of an instance, and what other phones do in them. */
export interface SimulatedGroups extends GroupCalls {
	/** Another phone creates a group with the instance as a plain member. Throws invalid_parameters. */
	createByOther(owner: string, group: NewGroup): Promise<NetworkGroup>;
	/**
	 * Another admin changes participants; the instance may be one of them, or may have left the group. Otherwise as
	 * changeParticipants. Throws group_not_found.
	 */
	changeByOther(
		groupId: string,
		action: GroupAction,
		phones: readonly string[],
	): Promise<ReadonlyMap<string, ParticipantRefusal>>;
	/** A group the instance is in or has left; null when there is no such group. */
	any(groupId: string): Promise<NetworkGroup | null>;
}

/** Most numbers that an error message lists. */
const MAX_LISTED = 20;

/**
 * The groups of an instance on the simulated network. Its session stores them, so they outlive a restart. Changes
 * run one at a time, because each reads the session before it writes.
 */
export function simulatedGroups(
	{ session, report }: Pick<DriverContext, 'session' | 'report'>,
	clock: Clock,
): SimulatedGroups {
	const exclusively = createSemaphore(1);

	/** The instance's own number. Throws instance_disconnected. */
	async function ownPhone(): Promise<string> {
		const account = await linkedAccount(session);
		if (account !== null) return account.profile.phone;
		throw new GatewayError(
			'instance_disconnected',
			'The instance is not linked to a phone. Connect it first.',
		);
	}

	/** The group, or null when the number is not in it. */
	async function joinedGroup(own: string, groupId: string): Promise<NetworkGroup | null> {
		const group = await readGroup(session, groupId);
		return group !== null && isIn(group, own) ? group : null;
	}

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

	async function change(group: NetworkGroup, action: GroupAction, phones: readonly string[]) {
		const changed = changedGroup(group, action, phones);
		await session.write(groupValues(changed.group));
		return changed.refused;
	}

	return {
		listGroups: async () => joinedGroups(session, await ownPhone()),
		getGroup: async (groupId) => joinedGroup(await ownPhone(), groupId),
		createGroup: (group) =>
			exclusively(async () => {
				throwIfUnreachable(group.participants);
				const settings = { announce: false, restrict: false };
				return create(await ownPhone(), { ...group, settings }, group.participants);
			}),
		changeParticipants: (groupId, action, phones) =>
			exclusively(async () => {
				const own = await ownPhone();
				const group = (await joinedGroup(own, groupId)) ?? throwGroupNotFound(groupId);
				if (memberOf(group, own)?.isAdmin === true) return change(group, action, phones);
				throw new GatewayError(
					'not_admin',
					`The instance is not an admin of the group "${group.name}". Ask one of its admins to make it one.`,
				);
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
		changeByOther: (groupId, action, phones) =>
			exclusively(async () => {
				const group = (await readGroup(session, groupId)) ?? throwGroupNotFound(groupId);
				return change(group, action, phones);
			}),
		any: (groupId) => readGroup(session, groupId),
	};
}

function memberOf(group: NetworkGroup, phone: string) {
	return group.participants.find((member) => member.phone === phone);
}

function throwGroupNotFound(groupId: string): never {
	throw new GatewayError(
		'group_not_found',
		`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
	);
}

function throwIfUnreachable(phones: readonly string[]): void {
	const unreachable = [...new Set(phones)].filter((phone) => !canJoin(phone));
	if (unreachable.length === 0) return;
	const rest = unreachable.length - MAX_LISTED;
	const listed = unreachable.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	throw new GatewayError(
		'invalid_parameters',
		`"participants" are not all on the network, or have blocked the instance: ${listed}. Leave these out.`,
	);
}
