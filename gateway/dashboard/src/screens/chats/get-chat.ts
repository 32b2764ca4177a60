import { listChats } from '../../api/messages.ts';
import type { Chat } from '../../api/types.ts';

/** One chat, as the list has it; null where it has no message yet. The search finds it by the number in its id. */
export async function getChat(instanceId: string, chatId: string, signal: AbortSignal): Promise<Chat | null> {
	const search = chatId.replace(/@.*/, '');
	const { data } = await listChats({ instanceId, search, unreadOnly: false, offset: 0 }, signal);
	return data.find((chat) => chat.chatId === chatId) ?? null;
}
