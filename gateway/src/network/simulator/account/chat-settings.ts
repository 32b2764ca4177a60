import type { ChatChanges } from '../../../domain/chats/chat.ts';
import type { DriverContext } from '../../driver.ts';

type Session = DriverContext['session'];

/** How the account's own devices show a chat. */
export type ChatSettings = Required<ChatChanges>;

const INITIAL: ChatSettings = { archived: false, pinned: false, unread: false, mutedUntil: null };

/** Returns how the account's own devices show a chat. */
export async function readChatSettings(session: Session, chatId: string): Promise<ChatSettings> {
	const stored = await session.read(settingsKey(chatId));
	return stored === null ? INITIAL : { ...INITIAL, ...(JSON.parse(stored) as ChatChanges) };
}

/** Changes a chat on all devices of the account. */
export async function changeChatSettings(
	session: Session,
	chatId: string,
	changes: ChatChanges,
): Promise<void> {
	const settings = { ...(await readChatSettings(session, chatId)), ...changes };
	await session.write({ [settingsKey(chatId)]: JSON.stringify(settings) });
}

function settingsKey(chatId: string): string {
	return `chat_settings:${chatId}`;
}
