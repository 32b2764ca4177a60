import type { EventKind, MediaType, MessageType } from './gateway-api.ts';

/** The version of the format this gateway plays. */
export const SCENARIO_VERSION = 1;

/** A conversation people have with an instance, to be played again and again (docs/scenarios.md). */
export interface Scenario {
	name: string;
	/** Name or id of the instance; null: the only one there is. */
	instance: string | null;
	/** The phones that take part, by the names the steps call them. */
	phones: Readonly<Record<string, ScenarioPhone>>;
	steps: readonly Step[];
}

export interface ScenarioPhone {
	number: string;
	/** What its holder is called; null: what the network knows. */
	name: string | null;
	reads: 'automatically' | 'by_hand';
}

/** Who does something, and in which group; null: in the chat with the instance. */
interface InChat {
	phone: string;
	group: string | null;
}

/** What a message has to be; null: that does not matter. */
export interface MessageWanted {
	text: string | null;
	contains: string | null;
	matches: RegExp | null;
	type: MessageType | null;
}

/** Fields of an event's data, by their names, with the values they must have. */
export type Wanted = Readonly<Record<string, string | number | boolean | null>>;

export type Step =
	| { step: 'scan' }
	| ({ step: 'send'; text: string | null; media: Media | null; quotes: boolean } & InChat)
	| ({ step: 'typing' } & InChat)
	| ({ step: 'receive'; within: number } & MessageWanted & InChat)
	| { step: 'typed'; phone: string; within: number }
	| ({ step: 'status'; is: 'delivered' | 'read'; within: number } & InChat)
	| { step: 'read'; phone: string }
	| { step: 'block'; phone: string }
	| { step: 'unblock'; phone: string }
	| { step: 'offline'; phone: string }
	| { step: 'online'; phone: string }
	| { step: 'join'; phone: string; group: string }
	| { step: 'leave'; phone: string; group: string }
	| { step: 'event'; kind: EventKind; where: Wanted; within: number }
	| { step: 'delivery'; event: EventKind; status: DeliveryEnd; where: Wanted; within: number }
	| { step: 'nothing'; phone: string; for: number }
	| { step: 'wait'; for: number };

export type StepKind = Step['step'];

/** A file a phone sends: from a server, or from beside the scenario, or in the scenario itself. */
export interface Media {
	/** An https:// or http:// URL, a path, or a data: URL. */
	from: string;
	/** Needed for a file from a server only: of others, the gateway tells. */
	type: MediaType | null;
}

/** What became of the delivery of an event to a webhook. */
export const DELIVERY_ENDS = ['success', 'failed', 'retrying'] as const;
export type DeliveryEnd = (typeof DELIVERY_ENDS)[number];
