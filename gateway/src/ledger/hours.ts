import { HOUR } from '../domain/duration.ts';
import type { Retention } from '../retention/retention.ts';
import { IDEMPOTENCY_TTL } from '../store/idempotency/idempotent-request.ts';

/** Milliseconds after the end of an hour until it is counted: by then all transactions of the hour have ended. */
export const SETTLING_TIME = 5 * 60_000;
/** Milliseconds after the end of an hour until it is counted for the last time, with the responses to its requests. */
const FINAL_AFTER = IDEMPOTENCY_TTL - 2 * HOUR;
/** Milliseconds before the retention of rows ends at which they count as removed: an hour is counted before that. */
const BEFORE_RETENTION = HOUR / 2;

/** The start of the hour of a moment, in epoch milliseconds. */
export function startOfHour(at: number): number {
	return at - (at % HOUR);
}

/** The start of an hour by its name. */
export function startOf(hour: string): number {
	return Date.parse(`${hour}:00:00.000Z`);
}

/**
 * Whether an hour was counted after its end. For an hour that has not ended by `now`, a later `counted_at` is the time of
 * a clock that was ahead, so the answer is no.
 */
export function isCountedWhole(start: number, { counted_at }: { counted_at: number }, now: number): boolean {
	return Math.min(counted_at, now) >= start + HOUR;
}

type KeptRows = Pick<Retention, 'messages' | 'events' | 'attempts'>;

/** Milliseconds for which all rows of the ledger are kept; Infinity: for ever. */
function shortestRetention({ messages, events, attempts }: KeptRows): number {
	return Math.min(messages ?? Infinity, events ?? Infinity, attempts ?? Infinity);
}

/** Whether all rows of an hour that starts at a time are still there. */
export function canCount(start: number, now: number, retention: KeptRows): boolean {
	return start > now - shortestRetention(retention);
}

/**
 * Since when all messages are still stored, in epoch milliseconds, also while an hour is counted: retention may have
 * removed an older message that still has an event.
 */
export function messagesKeptSince(now: number, { messages }: Pick<KeptRows, 'messages'>): number {
	return messages === null ? 0 : now - messages + BEFORE_RETENTION;
}

/** When an hour that starts at a time is counted for the last time. */
export function finalAt(start: number, retention: KeptRows): number {
	const beforeRetention = start + shortestRetention(retention) - BEFORE_RETENTION;
	return Math.max(start + HOUR + SETTLING_TIME, Math.min(start + HOUR + FINAL_AFTER, beforeRetention));
}
