import type { Static } from 'typebox';
import { readChatOwners } from '../../store/chats/chat-owners.ts';
import type { ListedChat } from '../../store/chats/chat-list.ts';
import type { Db, InstanceRow } from '../../store/schema.ts';
import { ownerFields } from './owner-schema.ts';
import type { Chat } from './schema.ts';
import { chatView } from './view.ts';

/** Returns the view of these chats of an instance, with their owners where it has settings.takeover. */
export async function chatViewOf(
	db: Db,
	{ id: instanceId, takeover_release_after: releaseAfter }: InstanceRow,
	chats: readonly ListedChat[],
	now: number,
): Promise<(chat: ListedChat) => Static<typeof Chat>> {
	if (releaseAfter === null) return chatView;
	const ownerOf = await readChatOwners(
		db,
		chats.map(({ id: chatId }) => ({ instanceId, chatId })),
	);
	return (chat) => ({
		...chatView(chat),
		...ownerFields(ownerOf({ instanceId, chatId: chat.id }).ownedUntil, now),
	});
}
