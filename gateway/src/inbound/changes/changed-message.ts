import { timestamp } from '../../domain/clock.ts';
import { isGroupJid } from '../../domain/phone.ts';
import type { Actor } from '../../network/network-event.ts';
import { findChatName } from '../../store/chats/chats.ts';
import type { Db, MessageRow } from '../../store/schema.ts';

/** A message, and who changes it. */
export interface ChangedMessage {
	message: MessageRow;
	actor: Actor;
	/** Whether the actor wrote the message. */
	isAuthor: boolean;
	/** When it was changed, in epoch milliseconds. */
	at: number;
}

/** The fields that the events of all changes have in common. */
export async function changeEventFields(
	db: Db,
	{ message, actor, at }: ChangedMessage,
	contactName: string | null,
) {
	const { id: messageId, instance_id: instanceId, chat_id: chatId } = message;
	const isGroup = isGroupJid(chatId);
	const groupName = isGroup ? await findChatName(db, instanceId, chatId) : null;
	return {
		messageId,
		instanceId,
		chatId,
		senderId: actor.senderId,
		from: actor.from,
		isFromMe: actor.isFromMe,
		contactName,
		isGroup,
		...(groupName === null ? {} : { groupName }),
		timestamp: timestamp(at),
	};
}

export type ChangeEventFields = Awaited<ReturnType<typeof changeEventFields>>;
