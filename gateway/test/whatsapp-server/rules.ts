import type { Companion } from './companion.ts';
import type { World } from './world.ts';

/** How the next messages of clients fare, where not as usual. The first rule that fits is used. */
export interface MessageRule {
	/** Phone the client is linked to; absent: any. */
	account?: string;
	/** Phone or group the message is for; absent: any. */
	to?: string;
	/** How often; absent: always. Counted down. */
	times?: number;
	/**
	 * `none`: the server keeps silent, and drops it; `lost`: it takes the message over, and its answer is lost; a
	 * number: the server refuses it with this error.
	 */
	ack?: 'none' | 'lost' | number;
	/** Milliseconds until the server acknowledges it. */
	delay?: number;
	/** What phones tell of it, in this order; absent: as is their habit. */
	receipts?: ReceiptType[];
	/** Phones cannot read it the first time, and ask for it again. */
	unreadable?: boolean;
}

export type ReceiptType = 'delivered' | 'read' | 'played';

/** How the media host fares, where not as usual. */
export interface MediaRule {
	/** The HTTP status uploads, and downloads, are refused with; `cut`: the answer begins, and the connection breaks. */
	uploads?: number | 'cut';
	downloads?: number;
	/** Milliseconds until it does anything. */
	delay?: number;
}

/** How the next queries of clients fare, where not as usual. */
export interface QueryRule {
	/** `<xmlns> <tag>`, as in `w:profile:picture picture`; or only the xmlns. */
	query: string;
	account?: string;
	times?: number;
	/** The error it is refused with; absent: as usual. */
	error?: number;
	text?: string;
	/** It is answered with nothing in it. */
	empty?: boolean;
	/** Milliseconds until it is answered; -1: never. */
	delay?: number;
}

/** The rule for a message, which is counted down. */
export function takeMessageRule(world: World, from: Companion, to: string): MessageRule {
	const fits = (one: MessageRule) =>
		(one.account ?? from.person.phone) === from.person.phone && (one.to ?? to) === to;
	return take(world.messageRules, fits) ?? {};
}

/** The rule for a query, which is counted down. */
export function takeQueryRule(world: World, account: string, xmlns: string, tag: string): QueryRule | null {
	const fits = (one: QueryRule) =>
		(one.account ?? account) === account && (one.query === xmlns || one.query === `${xmlns} ${tag}`);
	return take(world.queryRules, fits);
}

function take<Rule extends { times?: number }>(rules: Rule[], fits: (rule: Rule) => boolean): Rule | null {
	const index = rules.findIndex(fits);
	const rule = rules[index];
	if (rule === undefined) return null;
	if (rule.times !== undefined && --rule.times === 0) rules.splice(index, 1);
	return rule;
}
