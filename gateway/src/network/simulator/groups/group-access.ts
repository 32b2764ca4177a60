import { GatewayError } from '../../../domain/error.ts';
import type { NetworkGroup } from '../../../domain/chats/group.ts';
import { createSemaphore } from '../../../lib/concurrency/semaphore.ts';
import type { DriverContext } from '../../driver.ts';
import { linkedAccount } from '../account/account.ts';
import { canJoin } from './group-changes.ts';
import { groupValues, isIn, readGroup } from './group-records.ts';

type Session = DriverContext['session'];

/** The groups of an instance's session. */
export interface GroupAccess {
	session: Session;
	/** Runs changes one at a time, because each reads the session before it writes. */
	exclusively: <T>(change: () => Promise<T>) => Promise<T>;
	/** Returns the instance's own number. Throws instance_disconnected. */
	ownPhone: () => Promise<string>;
	/** Returns a group that the instance is in. Throws group_not_found. */
	joinedOrThrow: (groupId: string) => Promise<NetworkGroup>;
	/** Returns a group that the instance is in or has left. Throws group_not_found. */
	anyOrThrow: (groupId: string) => Promise<NetworkGroup>;
	save: (group: NetworkGroup) => Promise<void>;
}

export function createGroupAccess(session: Session): GroupAccess {
	async function ownPhone(): Promise<string> {
		const account = await linkedAccount(session);
		if (account !== null) return account.profile.phone;
		throw new GatewayError(
			'instance_disconnected',
			'The instance is not linked to a phone. Connect it first.',
		);
	}

	return {
		session,
		exclusively: createSemaphore(1),
		ownPhone,
		async joinedOrThrow(groupId) {
			const group = await readGroup(session, groupId);
			return group !== null && isIn(group, await ownPhone()) ? group : throwGroupNotFound(groupId);
		},
		anyOrThrow: async (groupId) => (await readGroup(session, groupId)) ?? throwGroupNotFound(groupId),
		save: (group) => session.write(groupValues(group)),
	};
}

/** Most numbers that an error message lists. */
const MAX_LISTED = 20;

/** Throws invalid_parameters for people who cannot be added to a group. */
export function throwIfUnreachable(phones: readonly string[]): void {
	const unreachable = [...new Set(phones)].filter((phone) => !canJoin(phone));
	if (unreachable.length === 0) return;
	const rest = unreachable.length - MAX_LISTED;
	const listed = unreachable.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	throw new GatewayError(
		'invalid_parameters',
		`"participants" are not all on the network, or have blocked the instance: ${listed}. Leave these out.`,
	);
}

/** The error for a change of a group by somebody who is no admin of it. */
export function notAdmin(group: NetworkGroup, who: string): GatewayError {
	return new GatewayError(
		'not_admin',
		`${who} is not an admin of the group "${group.name}". Ask one of its admins to make it one.`,
	);
}

/** The error for an invite that was revoked, or never was one. */
export function notInvited(): GatewayError {
	return new GatewayError(
		'group_not_found',
		'No group has this invite: it was revoked, or it is not complete. Ask an admin of the group for a new one.',
	);
}

function throwGroupNotFound(groupId: string): never {
	throw new GatewayError(
		'group_not_found',
		`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
	);
}
