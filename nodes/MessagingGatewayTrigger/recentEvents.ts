/** Events that are remembered; far more than can be under way at the same time. */
const LIMIT = 10_000;

/** What each listener of this process has taken, the oldest first. */
const taken = new Set<string>();

/**
 * Tells whether a listener sees an event for the first time, and remembers it. The gateway delivers an event
 * again when it did not get the answer in time, although it arrived. What another process of n8n has taken, or
 * this one before a restart, is not known here.
 */
export function isFirstDelivery(listener: string, eventId: string): boolean {
	const key = keyOf(listener, eventId);
	if (taken.has(key)) return false;
	taken.add(key);
	if (taken.size > LIMIT) {
		const [oldest] = taken;
		taken.delete(oldest);
	}
	return true;
}

/** Takes the next delivery of an event for the first one again, because this one started nothing. */
export function forgetDelivery(listener: string, eventId: string): void {
	taken.delete(keyOf(listener, eventId));
}

function keyOf(listener: string, eventId: string): string {
	return `${listener} ${eventId}`;
}
