import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, MessageId, NewId } from '../../domain/ids.ts';
import {
	canFail,
	pendingTransitions,
	visibleStatus,
	type MessageFailure,
	type ReceiptStatus,
} from '../../domain/messages/message.ts';
import { phoneOfRecipient } from '../../domain/phone.ts';
import type { Fence } from '../../store/cluster/leases.ts';
import { recordEvents, type Occurrence } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import type { CountEntry } from '../../store/instances/hourly-stats.ts';
import { addMessageCounts } from '../../store/instances/message-counts.ts';
import { touchInstances } from '../../store/instances/instances.ts';
import {
	updateStatuses,
	lockMessages,
	updateMessage,
	type MessageProgress,
} from '../../store/messages/messages.ts';
import type { MessageRow } from '../../store/schema.ts';
import { listSubscriptions } from '../../store/webhooks/subscriptions.ts';

/** A new status of an outbound message, or its failure. */
export type StatusUpdate = {
	instanceId: InstanceId;
	messageId: MessageId;
	/** Epoch milliseconds. */
	at: number;
} & (
	| {
			status: ReceiptStatus;
			/** The network's id of the message, reported when the network took it over. */
			networkId?: string;
	  }
	| {
			failure: MessageFailure;
			/** The message was never sent. Absent: the network took it over before, even if that is not recorded yet. */
			refused?: true;
			/** Whether the message fails, decided by its locked row. Absent: it fails. */
			condition?: (message: MessageRow) => boolean;
	  }
);

/**
 * Updates the statuses of outbound messages, in order, with an event for each status. An update that is repeated, late,
 * or about an unknown message changes nothing. The time of a status is never before that of the previous one.
 * (Specification, Message status.)
 */
export async function recordStatusUpdates(
	scope: CommitScope,
	newId: NewId,
	updates: readonly StatusUpdate[],
	fence: Fence,
): Promise<void> {
	const instanceIds = [...new Set(updates.map(({ instanceId }) => instanceId))];
	// None of the three statements needs the result of another, so the database gets them together.
	const [messages, subscriptions] = await Promise.all([
		lockMessages(
			scope.db,
			updates.map(({ messageId }) => messageId),
		),
		listSubscriptions(scope.db, instanceIds),
		fence(scope, instanceIds),
	]);
	const progressed = new Map<MessageId, MessageProgress>();
	const failed: { id: MessageId; failure: MessageFailure; at: number }[] = [];
	const counts: CountEntry[] = [];
	const lastSent = new Map<InstanceId, number>();
	const occurrences: Occurrence[] = [];
	for (const update of updates) {
		const message = messages.get(update.messageId);
		if (message?.direction !== 'outbound' || message.instance_id !== update.instanceId) continue;
		const { id, instance_id: instanceId } = message;
		const progress = progressed.get(id) ?? progressOf(message);
		const before = progress.readAt ?? progress.deliveredAt ?? progress.sentAt ?? message.created_at;
		const at = Math.max(update.at, before);
		const advanceTo = (reported: ReceiptStatus, networkId: string | null): void => {
			for (const status of pendingTransitions(progress.status, reported)) {
				Object.assign(progress, {
					status,
					...TIME_OF[status](at),
					networkId: networkId ?? progress.networkId,
				});
				progressed.set(id, progress);
				counts.push({ instanceId, count: status, at });
				if (status === 'sent') lastSent.set(instanceId, at);
				occurrences.push({ event: receiptEvent(message, status, at), at });
			}
		};
		if ('failure' in update) {
			// A report that the message was never sent relies on an earlier read of its row: it may have been sent since.
			const mayFail = update.refused === true ? progress.status === 'queued' : canFail(progress.status);
			if (!mayFail || update.condition?.(message) === false) continue;
			if (update.refused !== true) advanceTo('sent', null);
			progressed.set(id, { ...progress, status: 'failed' });
			failed.push({ id, failure: update.failure, at });
			counts.push({ instanceId, count: 'failed', at });
			occurrences.push({ event: failureEvent(message, update.failure), at });
			continue;
		}
		advanceTo(update.status, update.networkId ?? null);
	}
	if (progressed.size === 0) return;
	await updateStatuses(scope.db, [...progressed.values()]);
	for (const { id, failure, at } of failed) {
		const columns = { failed_at: at, error_code: failure.code, error_message: failure.message };
		await updateMessage(scope.db, id, columns);
	}
	await addMessageCounts(scope.db, counts);
	await touchInstances(scope.db, lastSent);
	await recordEvents(scope, newId, occurrences, subscriptions);
}

function progressOf(row: MessageRow): MessageProgress {
	return {
		id: row.id,
		status: visibleStatus(row.status),
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
