import type { ContactUpdated, GatewayEvent } from '../../../src/domain/events/event.ts';
import type { PhoneEvent } from '../../../src/network/simulator/phones/phone-events.ts';
import type { DeliveryAttempted, InstanceStatusRecord, StoredEvent } from '../api/types.ts';
import type { LiveMessage } from './connection.ts';

type MessageEventData = Extract<GatewayEvent['data'], { messageId: string }>;

/** An update of a phone: a message, typing, or a change of its state. */
export type PhoneUpdate =
	| ({ kind: 'message' } & Pick<MessageEventData, 'instanceId' | 'chatId' | 'messageId'>)
	| PhoneEvent;

/** Returns the event of a real-time message; null: the message is of another type. */
export function eventIn({ type, data }: LiveMessage): StoredEvent | null {
	return type === 'event' ? (data as StoredEvent) : null;
}

/** Returns the delivery attempt of a real-time message; null: the message is of another type. */
export function deliveryIn({ type, data }: LiveMessage): DeliveryAttempted | null {
	return type === 'delivery' ? (data as DeliveryAttempted) : null;
}

/** Returns the instance status of a real-time message; null: the message is of another type. */
export function statusIn({ type, data }: LiveMessage): InstanceStatusRecord | null {
	return type === 'status' ? (data as InstanceStatusRecord) : null;
}

/** Returns the phone update of a real-time message; null: the message is of another type. */
export function phoneUpdateIn({ type, data }: LiveMessage): PhoneUpdate | null {
	return type === 'phone' ? (data as PhoneUpdate) : null;
}

/** Whether chats of the instance were archived, pinned, muted, or marked as read or unread. */
export function isChatsChange({ type }: LiveMessage): boolean {
	return type === 'chats';
}

/** Returns the chat whose notes changed; null: the message is of another type. */
export function notesIn({ type, data }: LiveMessage): { chatId: string } | null {
	return type === 'notes' ? (data as { chatId: string }) : null;
}

/** Returns the ids of the chat and the message of an event, if it has them. */
export function subjectOf({ payload }: StoredEvent): Partial<Pick<MessageEventData, 'chatId' | 'messageId'>> {
	return (payload.data ?? {}) as Partial<MessageEventData>;
}

/** Returns the change of a contact that an event reports; null: it reports something else. */
export function contactIn({ kind, payload }: StoredEvent): ContactUpdated | null {
	return kind === 'contact.updated' ? (payload.data as ContactUpdated) : null;
}
