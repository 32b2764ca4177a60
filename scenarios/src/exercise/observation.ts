import type { MessageType } from '../gateway/gateway-api.ts';
import { hasFault, type Situation } from './situation.ts';

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
	/** Whether the workflow gave the chat to a person. */
	handedOver: boolean;
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
	/** Whether the network has not taken it yet. */
	queued: boolean;
}

/** The replies that came to the customer. Where the network fails, one that it has not taken yet did not. */
export function arrivedReplies({ situation, replies }: Pick<Observation, 'situation' | 'replies'>): Reply[] {
	return replies.filter(({ failed, queued }) => !failed && !(queued && hasFault(situation)));
}
