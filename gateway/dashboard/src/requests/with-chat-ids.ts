import type { KnownIds } from './example-value.ts';

/** Adds the other names that the id of a chat has. */
export function withChatIds(known: KnownIds): KnownIds {
	const chatId = known.chatId ?? known.contactId ?? known.groupId;
	if (chatId === undefined) return known;
	const isGroup = chatId.endsWith('@g.us');
	return {
		...known,
		chatId,
		to: chatId,
		...(isGroup ? { groupId: chatId } : { contactId: chatId, phone: chatId }),
	};
}
