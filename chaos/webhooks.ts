import { EVENTS } from './history/record.ts';

/** What each webhook of a run gets, by its path: the second one something of what the first gets. */
export const WEBHOOKS = {
	'/all': EVENTS,
	'/handed-over': ['message.sent', 'message.failed'],
} as const;

/** Paths of the webhooks that get a kind of event. */
export function webhooksFor(event: string): readonly string[] {
	return Object.entries(WEBHOOKS).flatMap(([path, events]) =>
		(events as readonly string[]).includes(event) ? [path] : [],
	);
}
