/** Far more than the number of deliveries in progress at the same time. */
const MAX_EVENTS = 10_000;

/** The events that the listeners of this process have received, oldest first. */
const received = new Set<string>();

/**
 * Marks an event as received and returns whether it was new to the listener. The gateway repeats a delivery whose
 * response was late, although it arrived. Does not detect events that another process of n8n received, or this one
 * before a restart.
 */
export function markReceived(listener: string, eventId: string): boolean {
	const key = keyOf(listener, eventId);
	if (received.has(key)) return false;
	received.add(key);
	if (received.size > MAX_EVENTS) {
		const [oldest] = received;
		received.delete(oldest);
	}
	return true;
}

/** Removes the mark, because the delivery started no execution. */
export function unmarkReceived(listener: string, eventId: string): void {
	received.delete(keyOf(listener, eventId));
}

function keyOf(listener: string, eventId: string): string {
	return `${listener} ${eventId}`;
}
