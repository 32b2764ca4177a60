import type { Caller } from '../../domain/access/caller.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { DeliveryContent, ListedDelivery } from '../../store/webhooks/deliveries/delivery-list.ts';
import type { DeliveryLogEntry } from '../../store/webhooks/deliveries/delivery-log.ts';
import type { DeliveryAttemptRow } from '../../store/schema.ts';
import { mayRead } from '../../webhooks/management/message-permission.ts';
import type { ChatQueue as StoredQueue } from '../../store/webhooks/queues/chat-queues.ts';
import type { DeliverySubject } from '../../store/webhooks/deliveries/delivery-subjects.ts';
import type * as previews from '../../webhooks/deliveries/preview.ts';
import type * as tests from '../../webhooks/deliveries/send-test.ts';
import type { ChatQueue } from './queue-schema.ts';
import type { Attempt, Delivery, DeliveryDetail, RetryPreview, SentTest } from './schema.ts';

/**
 * An item of the list of deliveries. For a caller that may not read messages, the chat and the text are null.
 * `subject`: of the event; absent: the event was removed.
 */
export function deliveryView(
	row: ListedDelivery,
	subject: DeliverySubject | undefined,
	caller: Pick<Caller, 'scopes'>,
): Delivery {
	const readable = mayRead(caller, row.kind);
	return {
		id: row.id,
		eventId: row.event_id,
		event: row.kind,
		test: row.test === 1,
		instanceId: subject?.instanceId ?? null,
		chatId: readable ? (subject?.chatId ?? null) : null,
		contactName: readable ? (subject?.contactName ?? null) : null,
		messageId: subject?.messageId ?? null,
		messageText: readable ? (subject?.messageText ?? null) : null,
		status: row.status,
		attempts: row.attempts,
		createdAt: timestamp(row.created_at),
		nextAttemptAt: timestampOrNull(nextAttemptAt(row)),
		finishedAt: timestampOrNull(row.finished_at),
		lastStatusCode: row.status_code,
		lastError: row.error,
		lastResponseTime: row.duration,
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
 * A delivery with the event's text and its attempts. For a caller that may not read messages, the text is left out, and
 * the receiver's responses, which may repeat it.
 */
export function deliveryDetailView(
	row: ListedDelivery,
	{ body, attempts, joined }: DeliveryContent,
	subject: DeliverySubject | undefined,
	caller: Pick<Caller, 'scopes'>,
): DeliveryDetail {
	const readable = mayRead(caller, row.kind);
	return {
		...deliveryView(row, subject, caller),
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

/** The deliveries that a retry would affect. */
export function previewView({ oldestAt, newestAt, ...preview }: previews.RetryPreview): RetryPreview {
	return { ...preview, oldestAt: timestampOrNull(oldestAt), newestAt: timestampOrNull(newestAt) };
}

/** A payload that was sent as a test, with its response. */
export function sentTestView({ eventId, body, outcome }: tests.SentTest): SentTest {
	const { startedAt, duration, request, statusCode, response, error } = outcome;
	const headers = Object.entries(response?.headers ?? {}).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value] as const],
	);
	return {
		eventId,
		body,
		startedAt: timestamp(startedAt),
		duration,
		request: { url: request.url, headers: { ...request.headers } },
		statusCode,
		response: response === null ? null : { headers: Object.fromEntries(headers), body: response.body },
		error,
	};
}

function headersOf(json: string | null): Record<string, string | string[]> {
	return json === null ? {} : (JSON.parse(json) as Record<string, string | string[]>);
}
