import type { StoredEvent } from '../api/types.ts';
import type { DeliveryStatus, InstanceStatusRecord } from '../api/types.ts';
import type { LiveMessage } from './connection.ts';

/** What became of an attempt to deliver, as the channel `deliveries` tells it. */
export interface LiveDelivery {
	deliveryId: string;
	eventId: string;
	webhookId: string;
	status: DeliveryStatus | 'retrying';
	attempt: number;
	statusCode: number | null;
	responseTime: number | null;
}

/** The event in a message of the real-time channel; null in any other message. */
export function eventIn({ type, data }: LiveMessage): StoredEvent | null {
	return type === 'event' ? (data as StoredEvent) : null;
}

export function deliveryIn({ type, data }: LiveMessage): LiveDelivery | null {
	return type === 'delivery' ? (data as LiveDelivery) : null;
}

export function statusIn({ type, data }: LiveMessage): InstanceStatusRecord | null {
	return type === 'status' ? (data as InstanceStatusRecord) : null;
}

/** The chat an event is about; null where it is about none. */
export function chatOf({ payload }: StoredEvent): string | null {
	const { chatId } = payload.data as { chatId?: string };
	return chatId ?? null;
}
