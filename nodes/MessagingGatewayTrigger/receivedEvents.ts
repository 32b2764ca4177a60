/** Far more than the number of deliveries in progress at the same time. */
const MAX_EVENTS = 10_000;

/** The outcome of the first delivery of an event: n8n still stores its execution, or has accepted it. */
type Outcome = 'pending' | 'accepted';

/** The events that the listeners of this process have received, oldest first. */
const received = new Map<string, Outcome>();

/**
 * Marks an event as received, with the outcome pending. Returns the outcome of an earlier delivery; undefined: the event
 * is new to the listener. The gateway repeats a delivery whose response was late, although it arrived. Does not detect
 * events that another process of n8n received, or this one before a restart.
 */
export function markReceived(listener: string, eventId: string): Outcome | undefined {
	const key = keyOf(listener, eventId);
	const earlier = received.get(key);
	if (earlier !== undefined) return earlier;
	received.set(key, 'pending');
	if (received.size > MAX_EVENTS) {
		const [oldest] = received.keys();
		received.delete(oldest);
	}
	return undefined;
}

/** Notes that n8n has accepted the event. */
export function markAccepted(listener: string, eventId: string): void {
	received.set(keyOf(listener, eventId), 'accepted');
}

/** Removes the mark, because the delivery started no execution. */
export function unmarkReceived(listener: string, eventId: string): void {
	received.delete(keyOf(listener, eventId));
}

function keyOf(listener: string, eventId: string): string {
	return `${listener} ${eventId}`;
}
