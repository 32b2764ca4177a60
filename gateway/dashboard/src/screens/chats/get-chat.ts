import { listChats } from '../../api/messages.ts';
import type { Chat } from '../../api/types.ts';

/** Characters of a chat's id that a search is given: enough to find few. */
const SEARCHED = 32;

/** One chat, as the list has it; null where it has no message yet. The search finds it by the beginning of its id. */
export async function getChat(instanceId: string, chatId: string, signal: AbortSignal): Promise<Chat | null> {
	const search = chatId.replace(/@.*/, '').slice(0, SEARCHED);
	const { data } = await listChats({ instanceId, search, unreadOnly: false, offset: 0 }, signal);
	return data.find((chat) => chat.chatId === chatId) ?? null;
}
