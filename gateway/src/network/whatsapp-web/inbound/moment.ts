import type { Clock } from '../../../domain/clock.ts';

/** Nobody wrote on WhatsApp before 2009. */
const EARLIEST = Date.UTC(2009, 0, 1);
/** Milliseconds by which clocks may differ. */
const AHEAD = 24 * 3_600_000;

/**
 * Epoch milliseconds of a moment as WhatsApp writes it, in seconds: a number, a text or an object that reads as one.
 * A moment that cannot be is taken for now.
 */
export function momentOf(seconds: unknown, clock: Pick<Clock, 'now'>): number {
	const now = clock.now();
	const at = Math.floor(Number(seconds ?? NaN) * 1000);
	return at >= EARLIEST && at <= now + AHEAD ? at : now;
}
