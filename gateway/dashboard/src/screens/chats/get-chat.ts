import { listChats } from '../../api/messages.ts';
import type { Chat } from '../../api/types.ts';

/** Characters of a chat's id to search for: enough to find few chats. */
const SEARCH_LENGTH = 32;

/** Returns one chat, found by the beginning of its id in the list of chats; null: it has no message yet. */
export async function getChat(instanceId: string, chatId: string, signal: AbortSignal): Promise<Chat | null> {
	const search = chatId.replace(/@.*/, '').slice(0, SEARCH_LENGTH);
	const { data } = await listChats({ instanceId, search, unreadOnly: false }, 0, signal);
	return data.find((chat) => chat.chatId === chatId) ?? null;
}
