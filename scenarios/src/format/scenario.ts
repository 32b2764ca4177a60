import type {
	EventKind,
	FaultKind,
	FaultTarget,
	MediaType,
	MessageType,
	Refusal,
} from '../gateway/gateway-api.ts';

/** The version of the scenario format. */
export const SCENARIO_VERSION = 1;

/** A conversation of phones with an instance, with the expectations (docs/scenarios.md). */
export interface Scenario {
	name: string;
	/** Name or id of the instance; null: the only one of the gateway. */
	instance: string | null;
	/** By the names that the steps use. */
	phones: Readonly<Record<string, ScenarioPhone>>;
	steps: readonly Step[];
}

export interface ScenarioPhone {
	number: string;
	/** Name of the phone's owner; null: the name in the simulated network's directory. */
	name: string | null;
	/** Whether the phone reads received messages at once, or only by the step `read`. */
	reads: 'automatically' | 'by_hand';
}

interface InChat {
	/** Name of the phone. */
	phone: string;
	/** Name or JID of the group; null: the chat with the instance. */
	group: string | null;
}

/** A message in a chat. */
interface OnMessage extends InChat {
	/** Part of the text of the message; null: the last one that can be meant. */
	on: string | null;
}

/** Conditions a text has to meet; null: any. */
export interface ExpectedText {
	text: string | null;
	contains: string | null;
	matches: RegExp | null;
}

export interface ExpectedMessage extends ExpectedText {
	type: MessageType | null;
}

/** The values that fields of an event's data must have, by their dotted paths. */
export type ExpectedFields = Readonly<Record<string, string | number | boolean | null>>;

/** An action of a phone, or an expectation. `within` and `for` are milliseconds. */
export type Step =
	| { step: 'scan' }
	| ({ step: 'send'; text: string | null; media: Media | null; quotes: boolean } & InChat)
	| ({ step: 'reply'; text: string } & OnMessage)
	| ({ step: 'location' } & Place & InChat)
	| ({ step: 'contact'; name: string; number: string | null; email: string | null } & InChat)
	| ({ step: 'poll'; question: string; options: readonly string[]; selectable: number } & InChat)
	| ({ step: 'voice'; media: Media } & InChat)
	| ({ step: 'sticker'; media: Media } & InChat)
	/** Emoji null: the phone takes its reaction back. */
	| ({ step: 'react'; emoji: string | null } & OnMessage)
	| ({ step: 'edit'; text: string } & OnMessage)
	| ({ step: 'delete' } & OnMessage)
	| ({ step: 'vote'; options: readonly string[] } & OnMessage)
	| ({ step: 'press'; option: string } & OnMessage)
	/** The account's owner writes to the phone, or in a group of it. */
	| ({ step: 'echo'; text: string } & InChat)
	/** A text that the network delivers several times, under one id. */
	| { step: 'duplicate'; phone: string; text: string; times: number }
	/** A person takes the chat of the phone. */
	| { step: 'take'; phone: string }
	/** The chat of the phone is given back to the bot. */
	| { step: 'release'; phone: string }
	/** What the instance wrote last in the chat, and has not sent yet, is cancelled, unless the workflow has done it. */
	| ({ step: 'cancel'; within: number } & InChat)
	| ({ step: 'typing' } & InChat)
	| ({ step: 'receive'; within: number } & ExpectedMessage & InChat)
	/** The instance has written a message that is not sent yet. */
	| ({ step: 'unsent'; within: number } & InChat)
	/** The instance reacted to a message of the phone, with any emoji if null. */
	| ({ step: 'reaction'; emoji: string | null; within: number } & OnMessage)
	/** The instance edited a message. */
	| ({ step: 'edited'; within: number } & ExpectedText & InChat)
	/** The instance deleted a message. */
	| ({ step: 'deleted'; within: number } & InChat)
	| { step: 'typed'; phone: string; within: number }
	| ({ step: 'status'; is: 'delivered' | 'read'; within: number } & InChat)
	| { step: 'read'; phone: string }
	| { step: 'block'; phone: string }
	| { step: 'unblock'; phone: string }
	| { step: 'offline'; phone: string }
	| { step: 'online'; phone: string }
	/** `themselves`: by the invite, or of their own will; else an admin does it. */
	| { step: 'join'; phone: string; group: string; themselves: boolean }
	| { step: 'leave'; phone: string; group: string; themselves: boolean }
	| { step: 'promote'; phone: string; group: string }
	| { step: 'demote'; phone: string; group: string }
	| { step: 'event'; kind: EventKind; where: ExpectedFields; within: number }
	| { step: 'delivery'; event: EventKind; status: DeliveryStatus; where: ExpectedFields; within: number }
	| { step: 'nothing'; phone: string; for: number }
	| { step: 'wait'; for: number }
	/** The time of the gateway moves forward; `by` as in `23h59m`, or `next`. */
	| { step: 'advance'; by: string }
	/** Invented people write so many texts, spread over a time as in `24h`, which passes meanwhile. */
	| { step: 'traffic'; messages: number; people: number; over: string; text: string }
	/** The ledger of the last hours says that nothing is missing. */
	| { step: 'ledger'; hours: number; within: number }
	/** The network fails for the next messages or receipts. */
	| ({ step: 'fault' } & OrderedFault)
	/** The instance is connected. */
	| { step: 'connected'; within: number }
	/** The connection of the instance drops, for so many milliseconds; null: it is opened again at once. */
	| { step: 'drop'; for: number | null };

export type StepKind = Step['step'];
export type StepOf<Kind extends StepKind> = Extract<Step, { step: Kind }>;

/** A fault of the network. Null: the gateway's default. */
interface OrderedFault {
	kind: FaultKind;
	on: FaultTarget | null;
	next: number;
	/** Of a delay, until a message is refused for good, or until a connection that drops is back. */
	seconds: number | null;
	/** The phone in whose chat it happens; null: in any chat. */
	phone: string | null;
	/** Name or JID of the group of the phone in which it happens; null: in the chat with the instance. */
	group: string | null;
	/** Of a message that is refused for good. */
	error: Refusal | null;
}

/** A place that a phone sends. */
interface Place {
	latitude: number;
	longitude: number;
	name: string | null;
	address: string | null;
	/** Whether the phone shares its position for a while. */
	live: boolean;
}

/** A file that a phone sends. */
export interface Media {
	/** An https:// or http:// URL, a path relative to the scenario, or a data: URL. */
	from: string;
	/** Null: the type that the gateway detects in the uploaded file; required for a file from a server. */
	type: MediaType | null;
}

/** Statuses of a delivery to a webhook that a step can expect. */
export const DELIVERY_STATUSES = ['success', 'failed', 'retrying'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
