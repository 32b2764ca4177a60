import type { InstanceId } from '../../domain/ids.ts';
import { renameChats } from '../../store/chats/chats.ts';
import type { CommitScope } from '../../store/commit/scope.ts';

/** Gives the chats of groups their current names. */
export async function recordGroupNames(
	{ db }: CommitScope,
	instanceId: InstanceId,
	groups: readonly { id: string; name: string }[],
): Promise<void> {
	// One statement cannot change a row twice, so each group occurs once, with its last name.
	const names = new Map(groups.map(({ id, name }) => [id, name]));
	await renameChats(
		db,
		[...names].map(([id, name]) => ({ instanceId, id, name })),
	);
}
