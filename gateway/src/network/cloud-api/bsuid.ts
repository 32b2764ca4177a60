import { isPersonId } from '../../domain/phone.ts';

/** The suffix of a chat id that contains a business-scoped user id (BSUID). */
const BSUID_DOMAIN = '@bsuid';

/** The chat id of a BSUID. */
export function bsuidChatId(bsuid: string): string {
	return bsuid + BSUID_DOMAIN;
}

/** Returns the BSUID of a chat id; null: the chat id contains none. */
export function bsuidOf(chatId: string): string | null {
	return isBsuidChatId(chatId) ? chatId.slice(0, -BSUID_DOMAIN.length) : null;
}

/** Whether a chat id contains a BSUID. */
export function isBsuidChatId(chatId: string): boolean {
	return chatId.endsWith(BSUID_DOMAIN) && isPersonId(chatId);
}
