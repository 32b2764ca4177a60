import { timestamp } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/event.ts';
import type { InstanceId, MessageId, NewId } from '../domain/ids.ts';
import { canFail, pendingTransitions, type MessageFailure, type ReceiptStatus } from '../domain/message.ts';
import { phoneOfRecipient } from '../domain/phone.ts';
import type { Fence } from '../store/cluster/leases.ts';
import { recordEvents, type Occurrence } from '../store/events/events.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { addHourlyCounts, type CountEntry } from '../store/instances/hourly-stats.ts';
import { touchInstances } from '../store/instances/instances.ts';
import {
	updateStatuses,
	lockMessages,
	updateMessage,
	type MessageProgress,
} from '../store/messages/messages.ts';
import type { MessageRow } from '../store/schema.ts';

/** What became of an outbound message: a step further on its way, or its end. */
export type StatusUpdate = {
	messageId: MessageId;
	/** Epoch milliseconds. */
	at: number;
} & (
	| {
			status: ReceiptStatus;
			/** The network's identifier, told when it took the message over. */
			networkId?: string;
	  }
	| {
			failure: MessageFailure;
			/** It never went out. Absent: the network took it over before, whether or not that is recorded yet. */
			refused?: true;
	  }
);

/**
 * Moves outbound messages on to what became of them, each step with its event, in the order told. What is repeated
 * or comes late, or is about a message that is not there, changes nothing; no step is earlier than the one before.
 * (Specification, Message status.)
 */
export async function recordStatusUpdates(
	scope: CommitScope,
	newId: NewId,
	updates: readonly StatusUpdate[],
	fence: Fence,
): Promise<void> {
	const messages = await lockMessages(
		scope.db,
		updates.map(({ messageId }) => messageId),
	);
	await fence(
		scope,
		[...messages.values()].map((message) => message.instance_id),
	);
	const moved = new Map<MessageId, MessageProgress>();
	const failed: { id: MessageId; failure: MessageFailure; at: number }[] = [];
	const counted: CountEntry[] = [];
	const seen = new Map<InstanceId, number>();
	const occurrences: Occurrence[] = [];
	for (const one of updates) {
		const message = messages.get(one.messageId);
		if (message?.direction !== 'outbound') continue;
		const { id, instance_id: instanceId } = message;
		const progress = moved.get(id) ?? progressOf(message);
		const before = progress.readAt ?? progress.deliveredAt ?? progress.sentAt ?? message.created_at;
		const at = Math.max(one.at, before);
		const advanceTo = (reported: ReceiptStatus, told: string | null): void => {
			for (const status of pendingTransitions(progress.status, reported)) {
				Object.assign(progress, { status, ...TIME_OF[status](at), networkId: told ?? progress.networkId });
				moved.set(id, progress);
				counted.push({ instanceId, count: status, at });
				if (status === 'sent') seen.set(instanceId, at);
				occurrences.push({ event: receiptEvent(message, status, at), at });
			}
		};
		if ('failure' in one) {
			if (!canFail(progress.status)) continue;
			if (one.refused !== true) advanceTo('sent', null);
			moved.set(id, { ...progress, status: 'failed' });
			failed.push({ id, failure: one.failure, at });
			counted.push({ instanceId, count: 'failed', at });
			occurrences.push({ event: failureEvent(message, one.failure), at });
			continue;
		}
		advanceTo(one.status, one.networkId ?? null);
	}
	if (moved.size === 0) return;
	await updateStatuses(scope.db, [...moved.values()]);
	for (const { id, failure, at } of failed) {
		const why = { failed_at: at, error_code: failure.code, error_message: failure.message };
		await updateMessage(scope.db, id, why);
	}
	await addHourlyCounts(scope.db, counted);
	await touchInstances(scope.db, seen);
	await recordEvents(scope, newId, occurrences);
}

function progressOf({ id, status, ...row }: MessageRow): MessageProgress {
	return {
		id,
		status,
		sentAt: row.sent_at,
		deliveredAt: row.delivered_at,
		readAt: row.read_at,
		networkId: row.provider_message_id,
	};
}

function failureEvent(message: MessageRow, failure: MessageFailure): GatewayEvent {
	return { kind: 'message.failed', data: { ...subjectOf(message), status: 'failed', error: failure } };
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
		to: phoneOfRecipient(message.recipient),
		...(message.metadata === null
			? {}
			: { metadata: JSON.parse(message.metadata) as Record<string, unknown> }),
	};
}
