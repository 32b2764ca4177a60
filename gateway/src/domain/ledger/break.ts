import type { EventKind } from '../events/event-kind.ts';
import type { EventId, InstanceId, MessageId } from '../ids.ts';

/** The places where a chain of records can be broken: the first record exists, and the second does not. */
export const BREAK_KINDS = [
	'acknowledged_without_message',
	'accepted_without_message',
	'event_without_message',
	'message_without_event',
	'event_without_delivery',
	'message_without_status',
	'delivery_without_status',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** A broken link, with the records that remain of the chain. */
export interface Break {
	kind: BreakKind;
	/** Null: the remaining records do not contain it. */
	instanceId: InstanceId | null;
	/** The message that is missing, or whose event is. */
	messageId: MessageId | null;
	/** The network's id of the message that is missing. */
	networkId: string | null;
	/** The event that remains. */
	eventId: EventId | null;
	/** The kind of the event that is missing, or left. */
	eventKind: EventKind | null;
	/** How many records are missing: of an event, several deliveries may be. */
	missing: number;
}

/** A break with the known fields; the others are null. */
export function breakOf(known: Pick<Break, 'kind'> & Partial<Break>): Break {
	return {
		instanceId: null,
		messageId: null,
		networkId: null,
		eventId: null,
		eventKind: null,
		missing: 1,
		...known,
	};
}

const SENTENCES: Readonly<Record<BreakKind, string>> = {
	acknowledged_without_message:
		'The gateway acknowledged this message to the network, but the message is not stored.',
	accepted_without_message: 'A request was accepted with this message id, but the message is not stored.',
	event_without_message: 'An event of this message is stored, but the message is not.',
	message_without_event: 'The message is stored with this status, and without the event of it.',
	event_without_delivery: 'The event was recorded for more webhooks than it has deliveries.',
	message_without_status:
		'The message has a status that does not exist, so that the gateway does not process it.',
	delivery_without_status:
		'A delivery of the event has a status that does not exist, so that the gateway does not process it.',
};

/** Says what is broken, for people. */
export function explainBreak({ kind }: Pick<Break, 'kind'>): string {
	return SENTENCES[kind];
}
