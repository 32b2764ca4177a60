import type { ChatOwner } from '../../domain/chats/chat.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import { chatIdOf, isGroupJid, phoneOfRecipient } from '../../domain/phone.ts';
import { findChatName } from '../../store/chats/chats.ts';
import { findOwnMessages } from '../../store/messages/history.ts';
import type { Db, InstanceRow, MessageRow } from '../../store/schema.ts';
import { contentFields, type EventColumns } from './received-event.ts';

/** The event of a message that a person wrote for the account; `owner` null: the instance has no settings.takeover. */
export async function echoEvent(
	db: Db,
	instance: InstanceRow,
	row: Omit<EventColumns, 'sender' | 'sender_id'> & Pick<MessageRow, 'recipient'>,
	{ source, owner }: { source: 'phone' | 'page'; owner: ChatOwner | null },
): Promise<GatewayEvent> {
	const chatName = await findChatName(db, instance.id, row.chat_id);
	const names = isGroupJid(row.chat_id)
		? { contactName: null, groupName: chatName }
		: { contactName: chatName, groupName: null };
	const ownMessages = await findOwnMessages(db, [row.quoted_message_id]);
	return {
		kind: 'message.echo',
		data: {
			...contentFields({ ...row, sender: null, sender_id: null }, names, ownMessages),
			to: phoneOfRecipient(row.recipient),
			senderId: instance.phone === null ? '' : chatIdOf(instance.phone),
			isFromMe: true,
			source,
			...(owner === null ? {} : { owner }),
		},
	};
}
