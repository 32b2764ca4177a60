import { timestamp } from '../domain/clock.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import { mediaFileAt } from '../media/folder.ts';
import type { IncomingMessage, MediaFile } from '../network/driver.ts';
import { putMessageInChat } from '../store/chats.ts';
import { putSender } from '../store/contacts.ts';
import { recordEvent } from '../store/events.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { countOnDay } from '../store/instance-days.ts';
import { findInstance, updateInstance } from '../store/instances.ts';
import { insertReceivedMessage, updateMessage } from '../store/messages.ts';

/**
 * Stores a message that arrived, with its chat, its sender's contact and its event; one of an instance that reads
 * at once (settings.autoRead) is read. Gives its id, or null when the network delivered the same message before.
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
		...mediaColumns(incoming.media),
	};
	if (!(await insertReceivedMessage(scope.db, message))) return null;
	if (instance.auto_read === 1) await updateMessage(scope.db, message.id, { status: 'read', read_at: now });
	await putMessageInChat(scope.db, message, {
		// A group is not called what somebody in it is called.
		contactName: isGroupJid(incoming.chatId) ? null : incoming.contactName,
		unread: instance.auto_read === 1 ? 0 : 1,
	});
	await putSender(scope.db, instanceId, { phone: incoming.from, name: incoming.contactName });
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

/** The file lies in the media folder already; see media/take-over.ts. */
function mediaColumns(media: MediaFile | null) {
	if (media === null) return {};
	return {
		media_file: mediaFileAt(media.path),
		mime_type: media.mimeType,
		filename: media.filename,
		caption: media.caption,
	};
}
