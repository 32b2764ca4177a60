import type { NetworkGroup } from '../../../domain/chats/group.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { SessionReader } from '../account/session-snapshot.ts';

/** Values of a session by their keys; null deletes a value. */
export type SessionValues = Record<string, string | null>;

/** The JIDs of the groups an account is or was in, oldest first; null before its first link. */
export async function readGroupIds(session: SessionReader, account: string): Promise<string[] | null> {
	const stored = await session.read(listKey(account));
	return stored === null ? null : (JSON.parse(stored) as string[]);
}

/** Reads a group of the account; null: there is none with this id. */
export async function readGroup(session: SessionReader, groupId: string): Promise<NetworkGroup | null> {
	const stored = await session.read(groupKey(groupId));
	return stored === null ? null : (JSON.parse(stored) as NetworkGroup);
}

/** The groups that an account is in now, oldest first. */
export async function joinedGroups(session: SessionReader, account: string): Promise<NetworkGroup[]> {
	const ids = (await readGroupIds(session, account)) ?? [];
	const stored = await session.readAll(ids.map(groupKey));
	return ids
		.map((groupId) => stored.get(groupKey(groupId)))
		.filter((group) => group !== undefined)
		.map((group) => JSON.parse(group) as NetworkGroup)
		.filter((group) => isIn(group, account));
}

/** Whether a phone is in a group. */
export function isIn({ participants }: NetworkGroup, phone: string): boolean {
	return participants.some((participant) => participant.phone === phone);
}

/** The event with the names of groups. */
export function groupNames(groups: readonly NetworkGroup[]): NetworkEvent {
	return { kind: 'group_names', groups: groups.map(({ id, name }) => ({ id, name })) };
}

/** The session values for groups that are new or have changed. */
export function groupValues(...groups: NetworkGroup[]): SessionValues {
	return Object.fromEntries(groups.map((group) => [groupKey(group.id), JSON.stringify(group)]));
}

/** The session value for the list of an account's groups. */
export function groupListValues(account: string, groupIds: readonly string[]): SessionValues {
	return { [listKey(account)]: JSON.stringify(groupIds) };
}

/** The JID of an account's next group, unique over all instances; `count` is the number of groups so far. */
export function groupIdOf(account: string, count: number): string {
	return `120363${account}${String(count + 1).padStart(4, '0')}@g.us`;
}

function listKey(account: string): string {
	return `groups:${account}`;
}

function groupKey(groupId: string): string {
	return `group:${groupId}`;
}
