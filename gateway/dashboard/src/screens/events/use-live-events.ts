import { useState } from 'preact/hooks';
import { listEvents, type EventsFilter } from '../../api/admin-lists.ts';
import type { StoredEvent } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';
import { eventIn } from '../../live/live-messages.ts';
import { useSubscription } from '../../live/use-subscription.ts';

/** As many live events are kept; those before them are a reload away. */
const MOST = 2000;

/** Events that fit a filter, newest first: those stored, and in front of them those that happen. */
export function useLiveEvents(filter: EventsFilter) {
	const { kind, instanceId } = filter;
	const key = `${kind} ${instanceId}`;
	const stored = usePages<StoredEvent>({
		key,
		keyOf: ({ eventId }) => eventId,
		load: (cursor, signal) => listEvents(filter, cursor, signal),
	});
	const [live, setLive] = useState<{ key: string; events: StoredEvent[] }>({ key, events: [] });
	/** What waits while the list stands still; null: it does not. */
	const [held, setHeld] = useState<{ key: string; events: StoredEvent[] } | null>(null);
	const waiting = held?.key === key ? held.events : [];

	useSubscription(instanceId === '' ? 'events' : `instance:${instanceId}:events`, {
		onMessage(message) {
			const event = eventIn(message);
			if (event === null || (kind !== '' && event.kind !== kind)) return;
			if (held === null)
				setLive((before) => ({ key, events: added(before.key === key ? before.events : [], [event]) }));
			else
				setHeld((before) =>
					before === null ? null : { key, events: added(before.key === key ? before.events : [], [event]) },
				);
		},
		onGap: stored.refresh,
	});

	const shown = live.key === key ? live.events : [];
	const known = new Set(shown.map(({ eventId }) => eventId));
	return {
		events:
			stored.items &&
			[...shown, ...stored.items.filter(({ eventId }) => !known.has(eventId))].sort(newestFirst),
		waiting: waiting.length,
		paused: held !== null,
		setPaused: (paused: boolean): void => {
			if (!paused && held !== null) {
				setLive((before) => ({ key, events: added(before.key === key ? before.events : [], waiting) }));
			}
			setHeld(paused ? { key, events: [] } : null);
		},
		error: stored.error,
		more: stored.more,
		refresh: stored.refresh,
	};
}

/** Event ids sort by time. What was not heard while the connection was broken belongs below what is heard since. */
function newestFirst(one: StoredEvent, other: StoredEvent): number {
	return one.eventId < other.eventId ? 1 : -1;
}

function added(before: StoredEvent[], newer: StoredEvent[]): StoredEvent[] {
	return [...newer, ...before].slice(0, MOST);
}
