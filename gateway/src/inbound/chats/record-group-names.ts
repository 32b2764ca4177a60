import type { InstanceId } from '../../domain/ids.ts';
import { renameChats } from '../../store/chats/chats.ts';
import type { CommitScope } from '../../store/commit/scope.ts';

/** The name of a group of an instance. */
export interface GroupName {
	instanceId: InstanceId;
	id: string;
	name: string;
}

/** Gives the chats of groups their current names. */
export async function recordGroupNames({ db }: CommitScope, groups: readonly GroupName[]): Promise<void> {
	// One statement cannot change a row twice, so each group occurs once, with its last name.
	const last = new Map(groups.map((group) => [`${group.instanceId} ${group.id}`, group]));
	await renameChats(db, [...last.values()]);
}
