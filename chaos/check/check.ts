import type { History } from '../history/record.ts';
import { acceptance } from './acceptance.ts';
import { arrivals } from './arrivals.ts';
import { delivery } from './delivery.ts';
import { duplicates } from './duplicates.ts';
import { finalState } from './final-state.ts';
import { order } from './order.ts';
import { progress } from './progress.ts';
import { survival } from './survival.ts';
import type { Rule, Violation } from './violation.ts';

/** What a checker has to know besides the history. */
export interface CheckOptions {
	/** Paths of the webhooks that get a kind of event. */
	webhooksFor: (event: string) => readonly string[];
	/** Deliveries one gateway has in flight at most, times the number of gateways. */
	inFlightLimit: number;
}

/** All rules by name. */
export function rules({ webhooksFor, inFlightLimit }: CheckOptions): Readonly<Record<string, Rule>> {
	return {
		acceptance,
		'final state': finalState,
		delivery: delivery(webhooksFor),
		progress,
		order,
		duplicates: duplicates(inFlightLimit),
		arrivals,
		survival,
	};
}

/** Returns all violations in a history, by rule. */
export function check(history: History, terms: CheckOptions): Violation[] {
	return Object.values(rules(terms)).flatMap((rule) => rule(history));
}
