import type { Companion } from './companion.ts';
import type { World } from './world.ts';

/** Rules for the next messages of clients, at the server and the phones. The first matching rule applies. */
export interface MessageRule {
	/** Phone the client is linked to; absent: any. */
	account?: string;
	/** Phone or group the message is for; absent: any. */
	to?: string;
	/** Remaining uses; absent: always. */
	times?: number;
	/**
	 * `none`: the server drops the message; `lost`: it accepts the message without an acknowledgement; a number: it
	 * rejects the message with this error.
	 */
	ack?: 'none' | 'lost' | number;
	/** Milliseconds until the server acknowledges it. */
	delay?: number;
	/** The receipts that phones send, in this order; absent: by their behavior. */
	receipts?: ReceiptType[];
	/** Phones send a retry receipt for the first copy. */
	unreadable?: boolean;
}

export type ReceiptType = 'delivered' | 'read' | 'played';

/** The behavior of the media host on requests. */
export interface MediaRule {
	/** The HTTP status uploads, and downloads, are rejected with; `cut`: the connection breaks during the response. */
	uploads?: number | 'cut';
	downloads?: number;
	/** Milliseconds until it responds. */
	delay?: number;
}

/** The responses of the server to the next queries of clients. */
export interface QueryRule {
	/** `<xmlns> <tag>`, as in `w:profile:picture picture`; or only the xmlns. */
	query: string;
	account?: string;
	times?: number;
	/** The error code to answer with. */
	error?: number;
	text?: string;
	/** Answers without content. */
	empty?: boolean;
	/** Milliseconds until it is answered; -1: never. */
	delay?: number;
	/** Answers it only when a test says so. */
	held?: boolean;
}

/** Returns the rule for a message, and counts it down. */
export function takeMessageRule(world: World, from: Companion, to: string): MessageRule {
	const matches = (one: MessageRule) =>
		(one.account ?? from.person.phone) === from.person.phone && (one.to ?? to) === to;
	return take(world.messageRules, matches) ?? {};
}

/** Returns the rule for a query, and counts it down. */
export function takeQueryRule(world: World, account: string, xmlns: string, tag: string): QueryRule | null {
	const matches = (one: QueryRule) =>
		(one.account ?? account) === account && (one.query === xmlns || one.query === `${xmlns} ${tag}`);
	return take(world.queryRules, matches);
}

function take<Rule extends { times?: number }>(rules: Rule[], matches: (rule: Rule) => boolean): Rule | null {
	const index = rules.findIndex(matches);
	const rule = rules[index];
	if (rule === undefined) return null;
	if (rule.times !== undefined && --rule.times === 0) rules.splice(index, 1);
	return rule;
}
