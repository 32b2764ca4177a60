import { ApiError } from '../../api/api-error.ts';
import { findChat } from '../../api/messages.ts';
import type { ChatDetail } from '../../api/types.ts';

/** Returns one chat; null: it has no message yet. */
export async function getChat(
	instanceId: string,
	chatId: string,
	signal: AbortSignal,
): Promise<ChatDetail | null> {
	try {
		return await findChat(instanceId, chatId, signal);
	} catch (error) {
		if (error instanceof ApiError && error.code === 'chat_not_found') return null;
		throw error;
	}
}
