import type { StoredEvent } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/badges/badge.tsx';
import { EventSummary } from '../../components/display/event-summary.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { hrefTo } from '../../routing/location.ts';

/** One event in a line: time, kind and summary; it leads to the page of the event. */
export function EventRow({ event }: { event: StoredEvent }) {
	return (
		<a class="event-row" href={hrefTo('events', event.eventId)}>
			<span class="event-time number">
				<Timestamp at={event.at} seconds />
			</span>
			<Badge tone={toneOf(event)}>{event.kind}</Badge>
			<EventSummary event={event} class="event-about" />
		</a>
	);
}

function toneOf({ kind }: StoredEvent): Tone {
	if (kind === 'message.failed' || kind === 'instance.disconnected') return 'bad';
	if (kind === 'message.received' || kind === 'message.echo') return 'note';
	if (kind === 'message.unavailable') return 'caution';
	if (kind === 'message.read' || kind === 'instance.connected') return 'good';
	return 'plain';
}
