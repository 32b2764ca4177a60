import type { GatewayEvent } from '../../../src/domain/event.ts';
import type { PhoneEvent } from '../../../src/network/simulator/phones/phone-events.ts';
import type { DeliveryAttempted, InstanceStatusRecord, StoredEvent } from '../api/types.ts';
import type { LiveMessage } from './connection.ts';

type MessageEventData = Extract<GatewayEvent['data'], { messageId: string }>;

/** What happened on a phone: a message came or changed, or something else of interest. */
export type PhoneUpdate =
	| ({ kind: 'message' } & Pick<MessageEventData, 'instanceId' | 'chatId' | 'messageId'>)
	| PhoneEvent;

/** The event that a message of the real-time connection carries; null: it carries something else. */
export function eventIn({ type, data }: LiveMessage): StoredEvent | null {
	return type === 'event' ? (data as StoredEvent) : null;
}

/** The delivery attempt that a message carries; null: it carries something else. */
export function deliveryIn({ type, data }: LiveMessage): DeliveryAttempted | null {
	return type === 'delivery' ? (data as DeliveryAttempted) : null;
}

/** The status of an instance that a message carries; null: it carries something else. */
export function statusIn({ type, data }: LiveMessage): InstanceStatusRecord | null {
	return type === 'status' ? (data as InstanceStatusRecord) : null;
}

/** The update of a phone that a message carries; null: it carries something else. */
export function phoneUpdateIn({ type, data }: LiveMessage): PhoneUpdate | null {
	return type === 'phone' ? (data as PhoneUpdate) : null;
}

/** The ids of the chat and the message that an event is about, where it is about one. */
export function subjectOf({ payload }: StoredEvent): Partial<Pick<MessageEventData, 'chatId' | 'messageId'>> {
	return (payload.data ?? {}) as Partial<MessageEventData>;
}
