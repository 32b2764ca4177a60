import type { Caller } from '../../domain/access/caller.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { DeliveryContent, ListedDelivery } from '../../store/webhooks/delivery-list.ts';
import type { DeliveryLogEntry } from '../../store/webhooks/delivery-log.ts';
import type { DeliveryAttemptRow } from '../../store/schema.ts';
import { mayRead } from '../../webhooks/management/message-permission.ts';
import type { ChatQueue as StoredQueue } from '../../store/webhooks/chat-queues.ts';
import type { Attempt, ChatQueue, Delivery, DeliveryDetail } from './schema.ts';

/** An item of the list of deliveries. */
export function deliveryView(row: ListedDelivery): Delivery {
	return {
		id: row.id,
		eventId: row.event_id,
		event: row.kind,
		status: row.status,
		attempts: row.attempts,
		createdAt: timestamp(row.created_at),
		nextAttemptAt: timestampOrNull(nextAttemptAt(row)),
		finishedAt: timestampOrNull(row.finished_at),
		lastStatusCode: row.status_code,
		lastError: row.error,
		waitsFor: row.waits_for,
		joinedInto: row.joined_into,
	};
}

function nextAttemptAt(row: ListedDelivery): number | null {
	// During an attempt, due_at is the expiry of its claim.
	if (row.status === 'pending' && row.claim_token === null) return row.due_at;
	return row.burst_ends_at;
}

/**
 * A delivery with the event's text and its attempts. What people wrote is left out for a caller that may not read
 * messages: the text, and the receiver's responses, which may repeat it.
 */
export function deliveryDetailView(
	row: ListedDelivery,
	{ body, attempts, joined }: DeliveryContent,
	caller: Pick<Caller, 'scopes'>,
): DeliveryDetail {
	const readable = mayRead(caller, row.kind);
	return {
		...deliveryView(row),
		body: readable ? body : null,
		attempts: attempts.map((attempt) => attemptView(attempt, readable)),
		joined,
	};
}

/** An item of the list of a webhook's queues. */
export function chatQueueView(row: StoredQueue): ChatQueue {
	const { instanceId, chatId, waiting, collecting, deliveryId, oldestAt, nextAttemptAt } = row;
	const queue = { instanceId, chatId, waiting, collecting, deliveryId };
	return { ...queue, oldestAt: timestamp(oldestAt), nextAttemptAt: timestampOrNull(nextAttemptAt) };
}

/** An entry of a webhook's log. */
export function deliveryLogView({ at, ...entry }: DeliveryLogEntry) {
	return { ...entry, timestamp: timestamp(at) };
}

function attemptView(row: DeliveryAttemptRow, readable: boolean): Attempt {
	const { response_headers: headers, response_body: body } = row;
	return {
		number: row.number,
		startedAt: timestamp(row.started_at),
		duration: row.duration,
		request: { url: row.request_url, headers: headersOf(row.request_headers) },
		statusCode: row.status_code,
		response:
			headers === null
				? null
				: { headers: readable ? headersOf(headers) : {}, body: readable ? (body ?? '') : null },
		error: row.error,
	};
}

function headersOf(json: string | null): Record<string, string | string[]> {
	return json === null ? {} : (JSON.parse(json) as Record<string, string | string[]>);
}
