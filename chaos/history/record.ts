/** The event kinds that the receiver subscribes to. */
export const EVENTS = [
	'message.received',
	'message.sent',
	'message.delivered',
	'message.read',
	'message.failed',
] as const;
export type EventName = (typeof EVENTS)[number];

/** Milliseconds since the start of the run. */
interface Timed {
	at: number;
}

/** A sender is about to send a message, for the first time or again after a lost response. */
export interface SendRecord extends Timed {
	kind: 'send';
	/** The Idempotency-Key, which identifies the message. */
	key: string;
	instanceId: string;
	to: string;
	/** Position in its chat, from 1. One sender sends all messages of a chat, one after the other. */
	number: number;
	content: string;
}

/** The response to a send; status 0: no response. */
export interface SendResponseRecord extends Timed {
	kind: 'send response';
	key: string;
	status: number;
	messageId: string | null;
}

/** A phone is about to send a message to an instance. It is sent once, because there is no idempotency key. */
export interface InboundRecord extends Timed {
	kind: 'inbound';
	instanceId: string;
	from: string;
	/** Unique text. */
	content: string;
}

/** The response to a message of a phone; status 0: no response. */
export interface InboundResponseRecord extends Timed {
	kind: 'inbound response';
	content: string;
	status: number;
	messageId: string | null;
}

/** A webhook request reached the receiver. */
export interface DeliveryRecord extends Timed {
	kind: 'delivery';
	/** Path of the webhook. */
	webhook: string;
	eventId: string;
	event: EventName;
	instanceId: string;
	chatId: string;
	/** The timestamp of the envelope, in epoch milliseconds. */
	timestamp: number;
	messageId: string;
	content: string | null;
	/** Digest of the body's bytes. */
	digest: string;
	/** Whether both signatures are valid. */
	signed: boolean;
	/** Status of the response; 0: the receiver drops the connection. */
	responseStatus: number;
}

/** A request with the messages of a burst reached the receiver. */
export interface JoinedDeliveryRecord extends Timed {
	kind: 'joined delivery';
	eventId: string;
	/** The instance and the chat of each message, without repetitions. */
	chats: string[];
	messageIds: string[];
	digest: string;
	signed: boolean;
	responseStatus: number;
}

/** A request about the owner of a chat reached the receiver. */
export interface OwnerDeliveryRecord extends Timed {
	kind: 'owner delivery';
	eventId: string;
	event: 'message.echo' | 'chat.taken' | 'chat.released';
	instanceId: string;
	chatId: string;
	/** The text of a message.echo. */
	content: string | null;
	signed: boolean;
	responseStatus: number;
}

/** A person is about to write in a chat on the phone, which takes the chat. Each text is written once. */
export interface TakeRecord extends Timed {
	kind: 'take';
	instanceId: string;
	to: string;
	content: string;
}

/** The response to it; status 0: no response. */
export interface TakeResponseRecord extends Timed {
	kind: 'take response';
	instanceId: string;
	to: string;
	content: string;
	status: number;
}

/** The person is about to give a chat back to the bot. */
export interface ReleaseRecord extends Timed {
	kind: 'release';
	instanceId: string;
	to: string;
}

/** The response to it; status 0: no response. */
export interface ReleaseResponseRecord extends Timed {
	kind: 'release response';
	instanceId: string;
	to: string;
	status: number;
}

/** The polled status of a message. There is one poller. */
export interface StatusRecord extends Timed {
	kind: 'status';
	messageId: string;
	status: string;
}

/** A poll of the status of an accepted message got another response than 200. */
export interface StatusErrorRecord extends Timed {
	kind: 'status error';
	messageId: string;
	status: number;
}

/** A gateway or the database was killed, suspended or restarted, from `at` to `until`. */
export interface FaultRecord extends Timed {
	kind: 'fault';
	what: string;
	until: number;
}

/** A gateway exited unexpectedly. */
export interface ExitRecord extends Timed {
	kind: 'exit';
	gateway: number;
	/** The end of its log. */
	log: string;
}

/** A message in the history of the interface at the end of the run. */
export interface StoredRecord extends Timed {
	kind: 'stored';
	messageId: string;
	direction: 'inbound' | 'outbound';
	status: string;
	content: string;
}

/** The gateway's own account at the end of the run (GET /v1/ledger), over all instances. */
export interface LedgerRecord extends Timed {
	kind: 'ledger';
	/** Links between records that it checked, and those that lead to nothing. */
	checked: number;
	missing: number;
	/** The missing records. */
	breaks: string[];
	/** Messages that it accepted, and those of them that are not sent yet. */
	accepted: number;
	waiting: number;
	/** Messages from the network: whose acknowledgement was noted, and that are stored. */
	acknowledged: number;
	stored: number;
	/** Deliveries by their outcomes. */
	unfinished: number;
	failed: number;
	delivered: number;
}

export type HistoryRecord =
	| SendRecord
	| SendResponseRecord
	| InboundRecord
	| InboundResponseRecord
	| DeliveryRecord
	| JoinedDeliveryRecord
	| OwnerDeliveryRecord
	| TakeRecord
	| TakeResponseRecord
	| ReleaseRecord
	| ReleaseResponseRecord
	| StatusRecord
	| StatusErrorRecord
	| FaultRecord
	| ExitRecord
	| StoredRecord
	| LedgerRecord;

/** All requests, responses, deliveries and faults of a run, in order. */
export type History = readonly HistoryRecord[];
