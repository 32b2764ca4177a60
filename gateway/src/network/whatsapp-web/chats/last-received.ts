import type { DriverContext } from '../../driver.ts';
import type { StoredMessage } from '../../network-message.ts';

/** The reads by which a chat's last message is found. */
export type MessageReads = Pick<DriverContext['messages'], 'findLastReceived' | 'findId' | 'find'>;

/** Returns the last message that was received in a chat; null: none is stored. */
export async function lastReceivedIn(messages: MessageReads, chatId: string): Promise<StoredMessage | null> {
	const networkId = await messages.findLastReceived(chatId);
	const id = networkId === null ? null : await messages.findId(networkId, { chatId });
	return id === null ? null : messages.find(id);
}
