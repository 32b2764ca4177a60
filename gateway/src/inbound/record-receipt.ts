import { timestamp } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/event.ts';
import type { MessageId, NewId } from '../domain/ids.ts';
import { mayFail, statusesUpTo, type MessageFailure, type ReceiptStatus } from '../domain/message.ts';
import { recordEvent } from '../store/events.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { countOnDay } from '../store/instance-days.ts';
import { updateInstance } from '../store/instances.ts';
import { findMessage, updateMessage } from '../store/messages.ts';
import type { MessageRow } from '../store/schema.ts';

/**
 * Moves an outbound message on to what the network reported, each step with its event. A repeated or late report,
 * or one about a message that is not there, changes nothing. (Specification, Message status.)
 */
export async function recordReceipt(
	scope: CommitScope,
	newId: NewId,
	receipt: { messageId: MessageId; status: ReceiptStatus; at: number; networkId?: string },
): Promise<void> {
	const message = await findMessage(scope.db, receipt.messageId);
	if (message?.direction !== 'outbound') return;
	const { at, networkId } = receipt;
	for (const status of statusesUpTo(message.status, receipt.status)) {
		await updateMessage(scope.db, message.id, {
			status,
			...TIME_OF[status](at),
			...(networkId === undefined ? {} : { network_id: networkId }),
		});
		if (status !== 'read') await countOnDay(scope.db, message.instance_id, status, at);
		if (status === 'sent') await updateInstance(scope.db, message.instance_id, { last_seen_at: at });
		await recordEvent(scope, newId, receiptEvent(message, status, at), at);
	}
}

/** Records that a message will not arrive, with its event, unless it has arrived or failed already. */
export async function recordFailure(
	scope: CommitScope,
	newId: NewId,
	failed: { messageId: MessageId; failure: MessageFailure; at: number },
): Promise<void> {
	const message = await findMessage(scope.db, failed.messageId);
	if (message?.direction !== 'outbound' || !mayFail(message.status)) return;
	const { failure, at } = failed;
	await updateMessage(scope.db, message.id, {
		status: 'failed',
		failed_at: at,
		error_code: failure.code,
		error_message: failure.message,
	});
	await countOnDay(scope.db, message.instance_id, 'failed', at);
	await recordEvent(
		scope,
		newId,
		{ kind: 'message.failed', data: { ...subjectOf(message), status: 'failed', error: failure } },
		at,
	);
}

const TIME_OF = {
	sent: (at: number) => ({ sent_at: at }),
	delivered: (at: number) => ({ delivered_at: at }),
	read: (at: number) => ({ read_at: at }),
};

function receiptEvent(message: MessageRow, status: ReceiptStatus, at: number): GatewayEvent {
	const subject = subjectOf(message);
	switch (status) {
		case 'sent':
			return {
				kind: 'message.sent',
				data: { ...subject, type: message.type, content: message.content, status },
			};
		case 'delivered':
			return { kind: 'message.delivered', data: { ...subject, status, deliveredAt: timestamp(at) } };
		case 'read':
			return { kind: 'message.read', data: { ...subject, status, readAt: timestamp(at) } };
	}
}

function subjectOf(message: MessageRow) {
	return {
		messageId: message.id,
		instanceId: message.instance_id,
		chatId: message.chat_id,
		to: message.recipient ?? '',
		...(message.metadata === null
			? {}
			: { metadata: JSON.parse(message.metadata) as Record<string, unknown> }),
	};
}
