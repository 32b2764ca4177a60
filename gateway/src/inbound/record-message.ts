import { timestamp } from '../domain/clock.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import type { IncomingMessage } from '../network/driver.ts';
import { putMessageInChat } from '../store/chats.ts';
import { recordEvent } from '../store/events.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { countOnDay } from '../store/instance-days.ts';
import { findInstance, updateInstance } from '../store/instances.ts';
import { insertReceivedMessage } from '../store/messages.ts';

/**
 * Stores a message that arrived, with its chat and its event. Gives its id, or null when the network delivered
 * the same message before.
 */
export async function recordMessage(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	incoming: IncomingMessage,
	now: number,
): Promise<MessageId | null> {
	const instance = await findInstance(scope.db, instanceId);
	if (instance === undefined) return null;
	const message = {
		id: newId('msg'),
		instance_id: instanceId,
		chat_id: incoming.chatId,
		type: incoming.type,
		content: incoming.content,
		sender: incoming.from,
		network_id: incoming.networkId,
		created_at: incoming.at,
	};
	if (!(await insertReceivedMessage(scope.db, message))) return null;
	await putMessageInChat(scope.db, message, {
		contactName: incoming.contactName,
		unread: instance.auto_read === 1 ? 0 : 1,
	});
	await countOnDay(scope.db, instanceId, 'received', now);
	await updateInstance(scope.db, instanceId, { last_seen_at: now });
	await recordEvent(
		scope,
		newId,
		{
			kind: 'message.received',
			data: {
				messageId: message.id,
				instanceId,
				chatId: incoming.chatId,
				from: incoming.from,
				type: incoming.type,
				content: incoming.content,
				timestamp: timestamp(incoming.at),
				contactName: incoming.contactName,
				isGroup: isGroupJid(incoming.chatId),
			},
		},
		now,
	);
	return message.id;
}
