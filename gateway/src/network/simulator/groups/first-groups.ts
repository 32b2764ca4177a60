import type { InstanceId } from '../../../domain/ids.ts';
import type { NetworkGroup } from '../../../domain/group.ts';
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

/** When the groups were made that an account has before it is first linked. */
const LONG_AGO = Date.UTC(2024, 0, 15, 9, 30);
const A_DAY = 86_400_000;

/**
 * What to write when an account is linked: two groups of people in its address book the first time, one where it
 * is super admin and one where it is a plain member and only admins may write; nothing later.
 */
export async function firstGroupsOf(
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
		createdAt: LONG_AGO,
		participants: firstParticipants(account, people.slice(0, 6)),
		settings: { announce: false, restrict: false },
	};
	const others: NetworkGroup = {
		id: groupIdOf(account, 1),
		name: 'Neighbourhood News',
		description: null,
		pictureUrl: null,
		owner: announcer,
		createdAt: LONG_AGO + A_DAY,
		participants: firstParticipants(announcer, [account, ...people.slice(6, 14)]),
		settings: { announce: true, restrict: true },
	};
	return { ...groupListValues(account, [own.id, others.id]), ...groupValues(own, others) };
}
