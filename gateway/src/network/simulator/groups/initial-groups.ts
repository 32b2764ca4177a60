import type { InstanceId } from '../../../domain/ids.ts';
import type { NetworkGroup } from '../../../domain/chats/group.ts';
import type { DriverContext } from '../../driver.ts';
import { addressBookNumbers } from '../phones/address-book.ts';
import { firstParticipants } from './group-changes.ts';
import {
	groupIdOf,
	groupListValues,
	groupValues,
	readGroupIds,
	type SessionValues,
} from './group-records.ts';

/** Creation time of the first group, in epoch milliseconds. */
const CREATED_AT = Date.UTC(2024, 0, 15, 9, 30);
const DAY = 86_400_000;

/**
 * The session values for an account's groups when it is linked the first time, none later: one group where it is
 * super admin, and one where it is a plain member and only admins may write. Both have people of its address book.
 */
export async function initialGroups(
	instanceId: InstanceId,
	account: string,
	session: DriverContext['session'],
): Promise<SessionValues> {
	if ((await readGroupIds(session, account)) !== null) return {};
	const people = addressBookNumbers(instanceId);
	const [announcer = account] = people;
	const own: NetworkGroup = {
		id: groupIdOf(account, 0),
		name: 'Team',
		description: 'Who works when, and who has the keys.',
		pictureUrl: 'https://pictures.simulator.example/groups/team.jpg',
		owner: account,
		createdAt: CREATED_AT,
		participants: firstParticipants(account, people.slice(0, 6)),
		settings: { announce: false, restrict: false },
	};
	const others: NetworkGroup = {
		id: groupIdOf(account, 1),
		name: 'Neighbourhood News',
		description: null,
		pictureUrl: null,
		owner: announcer,
		createdAt: CREATED_AT + DAY,
		participants: firstParticipants(announcer, [account, ...people.slice(6, 14)]),
		settings: { announce: true, restrict: true },
	};
	return { ...groupListValues(account, [own.id, others.id]), ...groupValues(own, others) };
}
