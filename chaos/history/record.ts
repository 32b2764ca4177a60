/** The kinds of events the receiver asks for. */
export const EVENTS = [
	'message.received',
	'message.sent',
	'message.delivered',
	'message.read',
	'message.failed',
] as const;
export type EventName = (typeof EVENTS)[number];

/** Milliseconds since the run began. */
interface Timed {
	at: number;
}

/** A message is about to be sent, for the first time or again after its answer was lost. */
export interface SendRecord extends Timed {
	kind: 'send';
	/** The Idempotency-Key: one message, however often it is sent. */
	key: string;
	instanceId: string;
	to: string;
	/** Place in its chat, from 1: one sender writes to a chat, one message after the other. */
	number: number;
	content: string;
}

/** What a send was answered with; status 0 is no answer. */
export interface SendAnswerRecord extends Timed {
	kind: 'send answer';
	key: string;
	status: number;
	messageId: string | null;
}

/** Somebody writes to an instance; asked once, as there is no way to ask again safely. */
export interface ArrivalRecord extends Timed {
	kind: 'arrival';
	instanceId: string;
	from: string;
	/** Unlike that of any other. */
	content: string;
}

/** What that was answered with; status 0 is no answer. */
export interface ArrivalAnswerRecord extends Timed {
	kind: 'arrival answer';
	content: string;
	status: number;
	messageId: string | null;
}

/** A webhook request reached the receiver. */
export interface DeliveryRecord extends Timed {
	kind: 'delivery';
	/** Path of the webhook it came to. */
	webhook: string;
	eventId: string;
	event: EventName;
	/** The envelope's timestamp, epoch milliseconds. */
	timestamp: number;
	messageId: string;
	content: string | null;
	/** Digest of the body's bytes. */
	digest: string;
	/** Whether both signatures were right. */
	signed: boolean;
	/** Status it is answered with; 0: the connection is dropped. */
	answer: number;
}

/** The status of a message as the interface reports it; one asks at a time. */
export interface StatusRecord extends Timed {
	kind: 'status';
	messageId: string;
	status: string;
}

/** Somebody asked for the status of a message that was accepted, and was answered with something else than 200. */
export interface StatusAnswerRecord extends Timed {
	kind: 'status answer';
	messageId: string;
	status: number;
}

/** Something was killed, stopped or restarted, from `at` to `until`. */
export interface FaultRecord extends Timed {
	kind: 'fault';
	what: string;
	until: number;
}

/** A gateway ended, and nobody had ended it. */
export interface ExitRecord extends Timed {
	kind: 'death';
	gateway: number;
	/** The end of its log. */
	log: string;
}

/** A message as the history lists it when all is over. */
export interface StoredRecord extends Timed {
	kind: 'stored';
	messageId: string;
	direction: 'inbound' | 'outbound';
	status: string;
	content: string;
}

export type HistoryRecord =
	| SendRecord
	| SendAnswerRecord
	| ArrivalRecord
	| ArrivalAnswerRecord
	| DeliveryRecord
	| StatusRecord
	| StatusAnswerRecord
	| FaultRecord
	| ExitRecord
	| StoredRecord;

/** Everything that was asked, answered and received, in order. */
export type History = readonly HistoryRecord[];
