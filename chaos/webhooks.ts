import { EVENTS } from './history/record.ts';

/** The event kinds of each webhook by its path. The kinds of the second are among those of the first. */
export const WEBHOOKS = {
	'/all': EVENTS,
	'/outcomes': ['message.sent', 'message.failed'],
} as const;

/** Returns the paths of the webhooks that receive an event kind. */
export function webhooksFor(event: string): readonly string[] {
	return Object.entries(WEBHOOKS).flatMap(([path, events]) =>
		(events as readonly string[]).includes(event) ? [path] : [],
	);
}
