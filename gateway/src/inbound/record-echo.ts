import type { InstanceId, NewId } from '../domain/ids.ts';
import { chatIdOf, isGroupJid, phoneOfRecipient, recipientOf } from '../domain/phone.ts';
import type { EchoedMessage } from '../network/network-event.ts';
import { findChatName, upsertChat } from '../store/chats/chats.ts';
import { currentIdOf } from '../store/chats/person-ids.ts';
import { recordEvent } from '../store/events/events.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { findInstance } from '../store/instances/instances.ts';
import { insertEchoedMessage } from '../store/messages/echoed-messages.ts';
import { contentFields } from './received-event.ts';
import { contentColumns } from './received-row.ts';

/**
 * Stores a message that the account's owner wrote on the phone, with its chat and the event `message.echo`. A message
 * that is stored already, such as one that the gateway sent, changes nothing.
 */
export async function recordEcho(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	echo: EchoedMessage,
	now: number,
): Promise<void> {
	const { db } = scope;
	const instance = await findInstance(db, instanceId);
	if (instance === undefined) return;
	const chatId = await currentIdOf(db, instanceId, echo.chatId);
	const row = {
		id: newId('msg'),
		instance_id: instanceId,
		chat_id: chatId,
		recipient: echo.to ?? recipientOf(chatId),
		provider_message_id: echo.networkId,
		created_at: echo.at,
		...contentColumns(echo),
	};
	if (!(await insertEchoedMessage(db, row))) return;
	const isGroup = isGroupJid(chatId);
	const groupName = isGroup ? (echo.groupName ?? null) : null;
	await upsertChat(db, row, { contactName: groupName, unread: 0 });
	const chatName = await findChatName(db, instanceId, chatId);
	const names = { contactName: isGroup ? null : chatName, groupName: isGroup ? chatName : null };
	const event = {
		kind: 'message.echo',
		data: {
			...contentFields({ ...row, sender: null, sender_id: null }, names),
			to: phoneOfRecipient(row.recipient),
			senderId: instance.phone === null ? '' : chatIdOf(instance.phone),
			isFromMe: true,
			source: 'phone',
		},
	} as const;
	await recordEvent(scope, newId, event, now);
}
