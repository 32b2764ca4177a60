import type { Clock } from '../../../../domain/clock.ts';

/** WhatsApp exists since 2009, so no message is older. */
const EARLIEST = Date.UTC(2009, 0, 1);
/** Milliseconds by which a timestamp may be in the future, because the sender's clock is wrong. */
const MAX_CLOCK_SKEW = 24 * 3_600_000;

/**
 * Converts a timestamp of WhatsApp, in seconds, to epoch milliseconds. It may be a number, a text, or an object that
 * converts to a number. An impossible timestamp becomes the current time.
 */
export function timestampOf(seconds: unknown, clock: Pick<Clock, 'now'>): number {
	const now = clock.now();
	const at = Math.floor(Number(seconds ?? NaN) * 1000);
	return at >= EARLIEST && at <= now + MAX_CLOCK_SKEW ? at : now;
}

/**
 * When a change was made, in epoch milliseconds: WhatsApp reports the second, and the sender's clock the milliseconds in
 * it, so that the changes of one second have an order.
 */
export function timeOfChange(
	seconds: unknown,
	madeAt: number | undefined,
	clock: Pick<Clock, 'now'>,
): number {
	const second = timestampOf(seconds, clock);
	return Math.min(Math.max(second, Math.floor(madeAt ?? second)), second + 999);
}
