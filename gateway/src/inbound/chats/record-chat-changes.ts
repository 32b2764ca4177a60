import type { ChatChanges } from '../../domain/chats/chat.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { updateChat } from '../../store/chats/chat-changes.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';

/** Stores what other devices of the account changed in chats, in the order of the report. Unknown chats are left out. */
export async function recordChatChanges(
	{ db, emit }: CommitScope,
	instanceId: InstanceId,
	chats: readonly { chatId: string; changes: ChatChanges }[],
	now: number,
): Promise<void> {
	const currentIdOf = await readCurrentIds(
		db,
		chats.map(({ chatId: id }) => ({ instanceId, id })),
	);
	// All processes write rows in the same order, so that two of them cannot deadlock.
	const changed = chats
		.map(({ chatId: id, changes }) => ({ chatId: currentIdOf({ instanceId, id }), changes }))
		.toSorted((a, b) => (a.chatId < b.chatId ? -1 : a.chatId > b.chatId ? 1 : 0));
	for (const { chatId, changes } of changed) await updateChat(db, { instanceId, chatId }, changes, now);
	emit({ kind: 'chats_changed', instanceId });
}
