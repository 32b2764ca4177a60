import { useState } from 'preact/hooks';
import { listEvents, type EventsFilter } from '../../api/admin-lists.ts';
import type { StoredEvent } from '../../api/types.ts';
import { usePages, type Pages } from '../../api/hooks/use-pages.ts';
import { eventIn } from '../../live/live-messages.ts';
import { useSubscription } from '../../live/use-subscription.ts';

/** Maximum number of live events in memory; older ones are loaded again with the page. */
const LIMIT = 2000;

export interface LiveEvents {
	/** Matching events, newest first: the live ones, then the stored ones. */
	events: Pages<StoredEvent>;
	/** Number of new events that are not shown while the list is paused. */
	waiting: number;
	paused: boolean;
	setPaused: (paused: boolean) => void;
}

interface Buffer {
	/** Filter of the events. */
	key: string;
	events: readonly StoredEvent[];
}

export function useLiveEvents(filter: EventsFilter): LiveEvents {
	const { kind, instanceId } = filter;
	const key = `${kind} ${instanceId}`;
	const [live, setLive] = useState<Buffer>({ key, events: [] });
	/** The new events of a paused list; null: the list is not paused. */
	const [held, setHeld] = useState<Buffer | null>(null);

	const channel = instanceId === '' ? 'events' : `instance:${instanceId}:events`;
	const subscription = useSubscription([channel], (message) => {
		const event = eventIn(message);
		if (event === null || (kind !== '' && event.kind !== kind)) return;
		if (held === null) setLive((before) => withEvents(before, key, [event]));
		else setHeld((before) => (before === null ? null : withEvents(before, key, [event])));
	});
	const stored = usePages<StoredEvent>({
		key,
		keyOf: ({ eventId }) => eventId,
		load: (cursor, signal) => listEvents(filter, cursor, signal),
		subscription,
	});

	const waiting = held?.key === key ? held.events : [];
	const shown = live.key === key ? live.events : [];
	return {
		events: { ...stored, items: stored.items && merge(shown, stored.items) },
		waiting: waiting.length,
		paused: held !== null,
		setPaused(paused) {
			if (!paused && held !== null) setLive((before) => withEvents(before, key, waiting));
			setHeld(paused ? { key, events: [] } : null);
		},
	};
}

/** Event ids sort by time. Events missed while the connection was broken belong below those received since. */
function merge(live: readonly StoredEvent[], stored: readonly StoredEvent[]): StoredEvent[] {
	const known = new Set(live.map(({ eventId }) => eventId));
	return [...live, ...stored.filter(({ eventId }) => !known.has(eventId))].sort((one, other) =>
		one.eventId < other.eventId ? 1 : -1,
	);
}

function withEvents(buffer: Buffer, key: string, newer: readonly StoredEvent[]): Buffer {
	const older = buffer.key === key ? buffer.events : [];
	return { key, events: [...newer, ...older].slice(0, LIMIT) };
}
