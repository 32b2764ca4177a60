import type { Caller } from '../../domain/caller.ts';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { ListedDelivery } from '../../store/webhooks/delivery-list.ts';
import type { DeliveryLogEntry } from '../../store/webhooks/delivery-log.ts';
import type { DeliveryAttemptRow } from '../../store/schema.ts';
import { mayRead } from '../../webhooks/message-permission.ts';
import type { Attempt, Delivery, DeliveryDetail } from './schema.ts';

/** An item of the list of deliveries. */
export function deliveryView(row: ListedDelivery): Delivery {
	return {
		id: row.id,
		eventId: row.event_id,
		event: row.kind,
		status: row.status,
		attempts: row.attempts,
		createdAt: timestamp(row.created_at),
		// During an attempt, due_at is the expiry of its claim.
		nextAttemptAt: row.status === 'pending' && row.claim_token === null ? timestamp(row.due_at) : null,
		finishedAt: timestampOrNull(row.finished_at),
		lastStatusCode: row.status_code,
		lastError: row.error,
	};
}

/**
 * A delivery with the event's text and its attempts. What people wrote is left out for a caller that may not read
 * messages: the text, and the receiver's responses, which may repeat it.
 */
export function deliveryDetailView(
	row: ListedDelivery,
	{ body, attempts }: { body: string; attempts: readonly DeliveryAttemptRow[] },
	caller: Pick<Caller, 'scopes'>,
): DeliveryDetail {
	const readable = mayRead(caller, row.kind);
	return {
		...deliveryView(row),
		body: readable ? body : null,
		attempts: attempts.map((attempt) => attemptView(attempt, readable)),
	};
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
