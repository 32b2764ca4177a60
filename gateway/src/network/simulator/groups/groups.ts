import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { GroupAction, NetworkGroup, ParticipantRefusal } from '../../../domain/group.ts';
import type { NetworkConnection, DriverContext } from '../../driver.ts';
import { linkedAccount } from '../account.ts';
import { canJoin, changedGroup, firstParticipants } from './group-changes.ts';
import { groupIdOf, groupListValues, groupValues, readGroup, readGroupIds } from './group-records.ts';

/** The part of a connection that is about groups. */
type GroupCalls = Pick<NetworkConnection, 'listGroups' | 'getGroup' | 'createGroup' | 'changeParticipants'>;

/** What makes a group, whoever makes it. */
export interface GroupToMake {
	name: string;
	description: string | null;
	participants: readonly string[];
	settings: NetworkGroup['settings'];
}

/** The groups of an instance, and what other people do with them. */
export interface SimulatedGroups extends GroupCalls {
	/** Somebody makes a group with the instance as a plain member. Throws invalid_parameters. */
	startByOther(owner: string, group: GroupToMake): Promise<NetworkGroup>;
	/**
	 * Another admin changes participants, the instance itself among them; otherwise as changeParticipants. Finds
	 * also the groups the instance has left. Throws group_not_found.
	 */
	changeByOther(
		groupId: string,
		action: GroupAction,
		phones: readonly string[],
	): Promise<ReadonlyMap<string, ParticipantRefusal>>;
	/** A group, whether the instance is in it or has left it; null where there is no such group. */
	any(groupId: string): Promise<NetworkGroup | null>;
}

/** Participants a refusal names; a message with all of a thousand numbers helps nobody. */
const NAMED = 20;

/**
 * The groups of an instance on the simulated network. They are kept in its session, so they outlive a restart;
 * changes are made one after the other, because each one reads before it writes.
 */
export function simulatedGroups(session: DriverContext['session'], clock: Clock): SimulatedGroups {
	const inTurn = turns();

	/** The instance's own number. */
	async function ownPhone(): Promise<string> {
		const account = await linkedAccount(session);
		if (account !== null) return account.profile.phone;
		throw new GatewayError(
			'instance_disconnected',
			'The instance is not linked to a phone. Connect it first.',
		);
	}

	/** A group the number is in, or null. */
	async function joined(own: string, groupId: string): Promise<NetworkGroup | null> {
		const group = await readGroup(session, groupId);
		return group !== null && memberOf(group, own) !== undefined ? group : null;
	}

	async function make(owner: string, group: GroupToMake, members: readonly string[]): Promise<NetworkGroup> {
		const account = await ownPhone();
		const known = (await readGroupIds(session, account)) ?? [];
		const made: NetworkGroup = {
			id: groupIdOf(account, known.length),
			name: group.name,
			description: group.description,
			pictureUrl: null,
			owner,
			createdAt: clock.now(),
			participants: firstParticipants(owner, members),
			settings: group.settings,
		};
		await session.write({ ...groupListValues(account, [...known, made.id]), ...groupValues(made) });
		return made;
	}

	async function change(group: NetworkGroup, action: GroupAction, phones: readonly string[]) {
		const changed = changedGroup(group, action, phones);
		await session.write(groupValues(changed.group));
		return changed.refused;
	}

	return {
		async listGroups() {
			const own = await ownPhone();
			const ids = (await readGroupIds(session, own)) ?? [];
			const groups = await Promise.all(ids.map((groupId) => joined(own, groupId)));
			return groups.filter((group) => group !== null);
		},
		getGroup: async (groupId) => joined(await ownPhone(), groupId),
		createGroup: (group) =>
			inTurn(async () => {
				refuseUnreachable(group.participants);
				const settings = { announce: false, restrict: false };
				return make(await ownPhone(), { ...group, settings }, group.participants);
			}),
		changeParticipants: (groupId, action, phones) =>
			inTurn(async () => {
				const own = await ownPhone();
				const group = (await joined(own, groupId)) ?? noSuchGroup(groupId);
				if (memberOf(group, own)?.isAdmin === true) return change(group, action, phones);
				throw new GatewayError(
					'not_admin',
					`The instance is not an admin of the group "${group.name}". Ask one of its admins to make it one.`,
				);
			}),
		startByOther: (owner, group) =>
			inTurn(async () => {
				refuseUnreachable([owner, ...group.participants]);
				const own = await ownPhone();
				if (owner !== own) return make(owner, group, [own, ...group.participants]);
				throw new GatewayError(
					'invalid_parameters',
					"This is the instance's own number; name somebody else's.",
				);
			}),
		changeByOther: (groupId, action, phones) =>
			inTurn(async () => {
				const group = (await readGroup(session, groupId)) ?? noSuchGroup(groupId);
				return change(group, action, phones);
			}),
		any: (groupId) => readGroup(session, groupId),
	};
}

function memberOf(group: NetworkGroup, phone: string) {
	return group.participants.find((member) => member.phone === phone);
}

function noSuchGroup(groupId: string): never {
	throw new GatewayError(
		'group_not_found',
		`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
	);
}

function refuseUnreachable(phones: readonly string[]): void {
	const unreachable = [...new Set(phones)].filter((phone) => !canJoin(phone));
	if (unreachable.length === 0) return;
	const rest = unreachable.length - NAMED;
	const named = unreachable.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	throw new GatewayError(
		'invalid_parameters',
		`"participants" are not all on the network, or have blocked the instance: ${named}. Leave these out.`,
	);
}

/** Gives what runs each piece of work after the one before it has ended. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const turn = last.then(work);
		last = turn.catch(() => undefined);
		return turn;
	};
}
