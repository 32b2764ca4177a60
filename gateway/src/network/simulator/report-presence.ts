import { phoneOfChat } from '../../domain/phone.ts';
import type { PresenceState } from '../../domain/chats/presence.ts';
import type { Phone } from './phones/phone.ts';

/** The presence of a person in a chat: in a group, or with the instance. */
export interface SimulatedPresence {
	senderId: string;
	chatId: string;
	state: PresenceState;
}

/** Reports presence to an instance that has subscribed to the chat. */
export async function reportPresence(
	{ presenceChats, context }: Phone,
	{ senderId, chatId, state }: SimulatedPresence,
	at: number,
): Promise<void> {
	if (!presenceChats.has(chatId)) return;
	const lastSeenAt = state === 'offline' ? at : null;
	const presence = { chatId, senderId, from: phoneOfChat(senderId), state, lastSeenAt, at };
	await context.report([{ kind: 'presence', presence }]);
}
