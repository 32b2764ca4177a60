import { GatewayError } from '../domain/error.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { acceptsMessages } from '../domain/instance.ts';
import type { MessageType } from '../domain/message.ts';
import type { MessageTemplate } from '../domain/template.ts';
import { chatIdOf } from '../domain/phone.ts';
import { putMessageInChat } from '../store/chats.ts';
import { spendCredit } from '../store/credits.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { namedInstanceOrThrow } from '../instances/find.ts';
import { insertQueuedMessage } from '../store/messages.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** The file of a media message: where it is, or where it will be fetched from when the message is sent. */
export interface MediaToSend {
	mediaUrl: string;
	/** Its name under the media folder; null: it has still to be downloaded. */
	file: string | null;
	mimeType: string | null;
	filename: string | null;
	caption: string | null;
}

/** A message somebody wants sent, its fields checked already. */
export interface MessageToSend {
	instanceId: string;
	to: string;
	type: MessageType;
	content: string;
	quotedMessageId: string | null;
	metadata: Record<string, unknown> | null;
	/** Null for a text. */
	media: MediaToSend | null;
	/** What the content was made of, for a template message. */
	template: MessageTemplate | null;
}

/**
 * Queues a message: once this is committed it will be sent. The id is made here, inside the commit, so that ids
 * follow the order of acceptance. Throws invalid_instance, instance_disconnected, insufficient_credits.
 */
export async function acceptMessage(
	{ db, announce }: CommitScope,
	newId: NewId,
	message: MessageToSend,
	terms: { now: number; credits: number | null },
): Promise<MessageId> {
	const instance = await sendingInstanceOrThrow(db, message.instanceId);
	if (terms.credits !== null && !(await spendCredit(db, terms.credits))) {
		throw new GatewayError(
			'insufficient_credits',
			'The account has no message credits left. Ask the operator of this gateway for more.',
		);
	}
	return queue({ db, announce }, newId, instance.id, message, terms.now);
}

/** The instance a message is to go out through. Throws invalid_instance, instance_disconnected. */
export async function sendingInstanceOrThrow(db: Db, instanceId: string): Promise<InstanceRow> {
	const instance = await namedInstanceOrThrow(db, instanceId);
	if (acceptsMessages(instance.status)) return instance;
	throw new GatewayError(
		'instance_disconnected',
		`The instance "${instance.name}" is disconnected. Connect it with POST /v1/instances/${instance.id}/connect, then send again.`,
	);
}

async function queue(
	{ db, announce }: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	message: MessageToSend,
	now: number,
): Promise<MessageId> {
	const row = {
		id: newId('msg'),
		instance_id: instanceId,
		chat_id: chatIdOf(message.to),
		type: message.type,
		content: message.content,
		recipient: message.to,
		quoted_message_id: message.quotedMessageId,
		metadata: message.metadata === null ? null : JSON.stringify(message.metadata),
		created_at: now,
		media_url: message.media?.mediaUrl ?? null,
		media_file: message.media?.file ?? null,
		mime_type: message.media?.mimeType ?? null,
		filename: message.media?.filename ?? null,
		caption: message.media?.caption ?? null,
		template: message.template === null ? null : JSON.stringify(message.template),
	};
	await insertQueuedMessage(db, row);
	await putMessageInChat(db, row, { contactName: null, unread: 0 });
	announce({ kind: 'message_queued', instanceId });
	return row.id;
}
