import type { History } from '../history/record.ts';
import { acceptance } from './acceptance.ts';
import { bursts } from './bursts.ts';
import { chatOrder } from './chat-order.ts';
import { inbound } from './inbound.ts';
import { ledger } from './ledger.ts';
import { ownership } from './ownership.ts';
import { delivery } from './delivery.ts';
import { duplicates } from './duplicates.ts';
import { finalState } from './final-state.ts';
import { order } from './order.ts';
import { progress } from './progress.ts';
import { survival } from './survival.ts';
import type { Rule, Violation } from './violation.ts';

/** The inputs of the rules besides the history. */
export interface CheckOptions {
	/** Returns the paths of the webhooks that receive an event kind. */
	webhooksFor: (event: string) => readonly string[];
	/** The path of the webhook that receives the events of each chat in order. */
	orderedWebhook: string;
	/** Maximum deliveries in flight, over all gateways. */
	inFlightLimit: number;
}

/** Returns all rules by name. */
export function rules({
	webhooksFor,
	inFlightLimit,
	orderedWebhook,
}: CheckOptions): Readonly<Record<string, Rule>> {
	return {
		acceptance,
		'final state': finalState,
		delivery: delivery(webhooksFor),
		progress,
		order,
		duplicates: duplicates(inFlightLimit),
		inbound,
		survival,
		'chat order': chatOrder(orderedWebhook),
		bursts,
		ownership,
		ledger,
	};
}

/** Returns the violations of all rules in a history. */
export function check(history: History, options: CheckOptions): Violation[] {
	return Object.values(rules(options)).flatMap((rule) => rule(history));
}
