import type { MessageType } from '../gateway/gateway-api.ts';
import { hasFault, type Situation } from './situation.ts';

/** The observations of a situation. All times are epoch milliseconds of the gateway. */
export interface Observation {
	situation: Situation;
	outcome: 'played' | 'broken' | 'left_out';
	/** Why it broke; null unless it did. */
	problem: string | null;
	startedAt: number;
	/** The messages of the customer, oldest first. */
	written: readonly Written[];
	/** When a person owned the chat; null: never. */
	taken: { from: number; to: number } | null;
	/** Whether the workflow gave the chat to a person. */
	handedOver: boolean;
	/** The messages of the workflow, oldest first. */
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
	/** Whether the network has not accepted it yet. */
	queued: boolean;
}

/**
 * The replies that arrived at the customer. During a fault of the network, a reply that it has not accepted yet did not
 * arrive.
 */
export function arrivedReplies({ situation, replies }: Pick<Observation, 'situation' | 'replies'>): Reply[] {
	return replies.filter(({ failed, queued }) => !failed && !(queued && hasFault(situation)));
}
