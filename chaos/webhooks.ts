import { EVENTS } from './history/record.ts';

/** The registration of a webhook. */
interface Webhook {
	events: readonly string[];
	/** Whether it receives the events of a chat one after another. */
	ordered?: boolean;
	collect?: { seconds: number };
}

/** The path that receives bursts of messages, joined. */
export const COLLECTING = '/collected';
/** The path that receives the events of chat owners. */
export const OWNERS = '/owners';
/** The path that receives the events of each chat in order. */
export const ORDERED = '/ordered';

/** The webhooks by their paths. */
export const WEBHOOKS: Readonly<Record<string, Webhook>> = {
	'/all': { events: EVENTS },
	'/outcomes': { events: ['message.sent', 'message.failed'] },
	[ORDERED]: { events: EVENTS, ordered: true },
	[COLLECTING]: { events: ['message.received'], collect: { seconds: 1 } },
	[OWNERS]: { events: ['message.echo', 'chat.taken', 'chat.released'] },
};

/** Returns the paths of the webhooks that receive each event of a kind in a request of its own. */
export function webhooksFor(event: string): readonly string[] {
	return Object.entries(WEBHOOKS).flatMap(([path, { events, collect }]) =>
		collect === undefined && path !== OWNERS && events.includes(event) ? [path] : [],
	);
}
