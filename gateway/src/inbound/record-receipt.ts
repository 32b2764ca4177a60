import { timestamp } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/event.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { mayFail, statusesUpTo, type MessageFailure, type ReceiptStatus } from '../domain/message.ts';
import type { Fence } from '../store/instance-leases.ts';
import { recordEvent, recordEvents, type Occurrence } from '../store/events.ts';
import type { CommitScope } from '../store/group-commit.ts';
import { countOnDay, countOnDays, type DayEntry } from '../store/instance-days.ts';
import { touchInstances } from '../store/instances.ts';
import { advanceMessages, holdMessages, updateMessage, type MessageProgress } from '../store/messages.ts';
import type { MessageRow } from '../store/schema.ts';

/** What a network told of an outbound message's way. */
export interface Receipt {
	messageId: MessageId;
	status: ReceiptStatus;
	/** Epoch milliseconds. */
	at: number;
	/** The network's identifier, told when it took the message over. */
	networkId?: string;
}

/**
 * Moves outbound messages on to what the network reported, each step with its event, in the order reported. A
 * repeated or late report, or one about a message that is not there, changes nothing. (Specification, Message
 * status.)
 */
export async function recordReceipts(
	scope: CommitScope,
	newId: NewId,
	receipts: readonly Receipt[],
	fence: Fence,
): Promise<void> {
	const messages = await holdMessages(
		scope.db,
		receipts.map(({ messageId }) => messageId),
	);
	await fence(
		scope,
		[...messages.values()].map((message) => message.instance_id),
	);
	const moved = new Map<MessageId, MessageProgress>();
	const counted: DayEntry[] = [];
	const seen = new Map<InstanceId, number>();
	const occurrences: Occurrence[] = [];
	for (const { messageId, status: reported, at, networkId } of receipts) {
		const message = messages.get(messageId);
		if (message?.direction !== 'outbound') continue;
		const progress = moved.get(messageId) ?? progressOf(message);
		for (const status of statusesUpTo(progress.status, reported)) {
			Object.assign(progress, { status, ...TIME_OF[status](at), networkId: networkId ?? progress.networkId });
			moved.set(messageId, progress);
			if (status !== 'read') counted.push({ instanceId: message.instance_id, count: status, at });
			if (status === 'sent') seen.set(message.instance_id, at);
			occurrences.push({ event: receiptEvent(message, status, at), at });
		}
	}
	if (moved.size === 0) return;
	await advanceMessages(scope.db, [...moved.values()]);
	await countOnDays(scope.db, counted);
	await touchInstances(scope.db, seen);
	await recordEvents(scope, newId, occurrences);
}

function progressOf({ id, status }: MessageRow): MessageProgress {
	return { id, status, sentAt: null, deliveredAt: null, readAt: null, networkId: null };
}

/** Records that a message will not arrive, with its event, unless it has arrived or failed already. */
export async function recordFailure(
	scope: CommitScope,
	newId: NewId,
	failed: { messageId: MessageId; failure: MessageFailure; at: number },
): Promise<void> {
	const message = (await holdMessages(scope.db, [failed.messageId])).get(failed.messageId);
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
	sent: (at: number) => ({ sentAt: at }),
	delivered: (at: number) => ({ deliveredAt: at }),
	read: (at: number) => ({ readAt: at }),
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
