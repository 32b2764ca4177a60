import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { ListedDelivery } from '../../store/webhooks/delivery-list.ts';
import type { DeliveryLogEntry } from '../../store/webhooks/delivery-log.ts';
import type { DeliveryAttemptRow } from '../../store/schema.ts';
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

/** A delivery with the event's text and its attempts. */
export function deliveryDetailView(
	row: ListedDelivery,
	{ body, attempts }: { body: string; attempts: readonly DeliveryAttemptRow[] },
): DeliveryDetail {
	return { ...deliveryView(row), body, attempts: attempts.map(attemptView) };
}

/** An entry of a webhook's log. */
export function deliveryLogView({ at, ...entry }: DeliveryLogEntry) {
	return { ...entry, timestamp: timestamp(at) };
}

function attemptView(row: DeliveryAttemptRow): Attempt {
	const { response_headers: headers, response_body: body } = row;
	return {
		number: row.number,
		startedAt: timestamp(row.started_at),
		duration: row.duration,
		request: { url: row.request_url, headers: headersOf(row.request_headers) },
		statusCode: row.status_code,
		response: headers === null ? null : { headers: headersOf(headers), body: body ?? '' },
		error: row.error,
	};
}

function headersOf(json: string | null): Record<string, string | string[]> {
	return json === null ? {} : (JSON.parse(json) as Record<string, string | string[]>);
}
