import type { ListedChat } from '../../store/chats/chat-list.ts';
import { readOwners } from '../../store/chats/chat-owners.ts';
import type { Db, InstanceRow } from '../../store/schema.ts';
import { ownerFields } from './owner-schema.ts';
import type { Chat } from './schema.ts';
import { chatView } from './view.ts';

/** Returns the views of chats, with their owners where the instance has settings.takeover. */
export async function ownedChats(
	db: Db,
	{ id: instanceId, takeover_release_after: releaseAfter }: InstanceRow,
	chats: readonly ListedChat[],
	now: number,
): Promise<Chat[]> {
	if (releaseAfter === null) return chats.map(chatView);
	const keyOf = ({ id }: ListedChat) => ({ instanceId, chatId: id });
	const ownerOf = await readOwners(db, chats.map(keyOf));
	return chats.map((chat) => ({
		...chatView(chat),
		...ownerFields(ownerOf(keyOf(chat)).ownedUntil, now),
	}));
}
