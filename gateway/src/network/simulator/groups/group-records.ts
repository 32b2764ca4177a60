import type { NetworkGroup } from '../../../domain/group.ts';
import type { DriverContext } from '../../driver.ts';

type Session = DriverContext['session'];

/** Values of a session: written together or not at all. */
export type SessionValues = Record<string, string | null>;

/** The groups an account has or had, oldest first; null before its first link. */
export async function readGroupIds(session: Session, account: string): Promise<string[] | null> {
	const stored = await session.read(listKey(account));
	return stored === null ? null : (JSON.parse(stored) as string[]);
}

export async function readGroup(session: Session, groupId: string): Promise<NetworkGroup | null> {
	const stored = await session.read(groupKey(groupId));
	return stored === null ? null : (JSON.parse(stored) as NetworkGroup);
}

/** What to write for a group that is new or has changed. */
export function groupValues(...groups: NetworkGroup[]): SessionValues {
	return Object.fromEntries(groups.map((group) => [groupKey(group.id), JSON.stringify(group)]));
}

/** What to write for the list of an account's groups. */
export function groupListValues(account: string, groupIds: readonly string[]): SessionValues {
	return { [listKey(account)]: JSON.stringify(groupIds) };
}

/** The JID of an account's next group: no other group of any instance has the same. */
export function groupIdOf(account: string, count: number): string {
	return `120363${account}${String(count + 1).padStart(4, '0')}@g.us`;
}

function listKey(account: string): string {
	return `groups:${account}`;
}

function groupKey(groupId: string): string {
	return `group:${groupId}`;
}
