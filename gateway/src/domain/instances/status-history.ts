import type { DisconnectReason, InstanceStatus } from './instance.ts';

/** An instance has this status since a time (epoch milliseconds). */
export interface StatusChange {
	at: number;
	status: InstanceStatus;
	/** The reason of a disconnection; null: the instance is not disconnected, or it never was connected. */
	reason: DisconnectReason | null;
}

/** An instance had this status for a time (epoch milliseconds). */
export interface StatusSpan extends Omit<StatusChange, 'at'> {
	from: number;
	until: number;
}

/** Returns what lies between changes, which are sorted by time: the last span ends at `now`. */
export function statusSpans(
	changes: readonly StatusChange[],
	{ since, now }: { since: number; now: number },
): StatusSpan[] {
	return changes
		.map(({ at, ...rest }, index) => ({
			...rest,
			from: Math.max(at, since),
			until: Math.min(changes[index + 1]?.at ?? now, now),
		}))
		.filter(({ from, until }, index) => until > from || index === changes.length - 1);
}

/** Returns the share of a period in which the instance was connected, from 0 to 1; null: no status in it is known. */
export function connectedShare(spans: readonly StatusSpan[], from: number, until: number): number | null {
	let known = 0;
	let connected = 0;
	for (const span of spans) {
		const length = Math.max(0, Math.min(span.until, until) - Math.max(span.from, from));
		known += length;
		if (span.status === 'connected') connected += length;
	}
	return known === 0 ? null : connected / known;
}
