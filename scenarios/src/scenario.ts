import type { EventKind, MediaType, MessageType } from './gateway-api.ts';

/** The version of the scenario format. */
export const SCENARIO_VERSION = 1;

/** A conversation of phones with an instance, and what is expected of it (docs/scenarios.md). */
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
	/** Whether the phone reads what it receives at once, or by the step `read` only. */
	reads: 'automatically' | 'by_hand';
}

interface InChat {
	/** Name of the phone. */
	phone: string;
	/** Name or JID of the group; null: the chat with the instance. */
	group: string | null;
}

/** Conditions a message has to meet; null: any. */
export interface ExpectedMessage {
	text: string | null;
	contains: string | null;
	matches: RegExp | null;
	type: MessageType | null;
}

/** The values that fields of an event's data must have, by their dotted paths. */
export type ExpectedFields = Readonly<Record<string, string | number | boolean | null>>;

/** What a phone does, or what has to happen. `within` and `for` are milliseconds. */
export type Step =
	| { step: 'scan' }
	| ({ step: 'send'; text: string | null; media: Media | null; quotes: boolean } & InChat)
	| ({ step: 'typing' } & InChat)
	| ({ step: 'receive'; within: number } & ExpectedMessage & InChat)
	| { step: 'typed'; phone: string; within: number }
	| ({ step: 'status'; is: 'delivered' | 'read'; within: number } & InChat)
	| { step: 'read'; phone: string }
	| { step: 'block'; phone: string }
	| { step: 'unblock'; phone: string }
	| { step: 'offline'; phone: string }
	| { step: 'online'; phone: string }
	| { step: 'join'; phone: string; group: string }
	| { step: 'leave'; phone: string; group: string }
	| { step: 'event'; kind: EventKind; where: ExpectedFields; within: number }
	| { step: 'delivery'; event: EventKind; status: DeliveryStatus; where: ExpectedFields; within: number }
	| { step: 'nothing'; phone: string; for: number }
	| { step: 'wait'; for: number };

export type StepKind = Step['step'];
export type StepOf<Kind extends StepKind> = Extract<Step, { step: Kind }>;

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
