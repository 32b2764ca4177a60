import { GatewayError } from '../domain/error.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { acceptsMessages } from '../domain/instance.ts';
import type { MessageType } from '../domain/message.ts';
import { chatIdOf } from '../domain/phone.ts';
import { putMessageInChat } from '../store/chats.ts';
import { spendCredit } from '../store/credits.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { namedInstanceOrThrow } from '../instances/find.ts';
import { insertQueuedMessage } from '../store/messages.ts';

/** A message somebody wants sent, its fields checked already. */
export interface MessageToSend {
	instanceId: string;
	to: string;
	type: MessageType;
	content: string;
	quotedMessageId: string | null;
	metadata: Record<string, unknown> | null;
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
	const instance = await namedInstanceOrThrow(db, message.instanceId);
	if (!acceptsMessages(instance.status)) {
		throw new GatewayError(
			'instance_disconnected',
			`The instance "${instance.name}" is disconnected. Connect it with POST /v1/instances/${instance.id}/connect, then send again.`,
		);
	}
	if (terms.credits !== null && !(await spendCredit(db, terms.credits))) {
		throw new GatewayError(
			'insufficient_credits',
			'The account has no message credits left. Ask the operator of this gateway for more.',
		);
	}
	return queue({ db, announce }, newId, instance.id, message, terms.now);
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
	};
	await insertQueuedMessage(db, row);
	await putMessageInChat(db, row, { contactName: null, unread: 0 });
	announce({ kind: 'message_queued', instanceId });
	return row.id;
}
