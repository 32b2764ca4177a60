import { timestamp } from '../clock.ts';
import type { EventId } from '../ids.ts';
import type { GatewayEvent } from './event.ts';

/** The event's envelope as JSON. It is serialised once: the same bytes are stored, signed and sent on every attempt. */
export function serialiseEvent(id: EventId, event: GatewayEvent, at: number): string {
	return JSON.stringify(envelope(id, event, at));
}

/** The envelope of a test event, with `test: true`. */
export function serialiseTestEvent(id: EventId, event: GatewayEvent, at: number): string {
	return JSON.stringify({ ...envelope(id, event, at), test: true });
}

function envelope(id: EventId, event: GatewayEvent, at: number) {
	return { event: event.kind, timestamp: timestamp(at), eventId: id, data: event.data };
}
