import type { MessageType } from '../gateway-api.ts';
import type { Situation } from './situation.ts';

/** What happened in a situation. All times are epoch milliseconds of the gateway. */
export interface Observation {
	situation: Situation;
	outcome: 'played' | 'broken' | 'left_out';
	/** Why it broke; null unless it did. */
	problem: string | null;
	startedAt: number;
	/** What the customer wrote, oldest first. */
	written: readonly Written[];
	/** When a person owned the chat; null: never. */
	taken: { from: number; to: number } | null;
	/** What the workflow wrote, oldest first. */
	replies: readonly Reply[];
}

/** A message of a customer. */
export interface Written {
	messageId: string;
	type: MessageType;
	text: string;
	at: number;
	/** The text after an edit; null: it was not edited. */
	edit: { text: string; at: number } | null;
	deletedAt: number | null;
}

/** A message of the workflow. */
export interface Reply {
	messageId: string;
	type: MessageType;
	text: string;
	at: number;
	quotes: string | null;
	/** Whether the network refused it. */
	failed: boolean;
}
