import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import { LeaseLost } from './instance-leases.ts';

/** Milliseconds between two tries while the store cannot be reached; doubled up to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

/**
 * Does work that has to be stored, again and again while the store is out of reach or overloaded: what a network
 * told, or took over, cannot be asked for a second time. Any other error ends it, and so does `ended`.
 */
export async function untilStored<T>(clock: Clock, ended: () => boolean, work: () => Promise<T>): Promise<T> {
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
		try {
			return await work();
		} catch (error) {
			if (ended() || !isOutOfReach(error)) throw error;
		}
		await new Promise<void>((resolve) => {
			clock.after(pause, resolve);
		});
	}
}

/** A lease that was lost does not come back by waiting. */
function isOutOfReach(error: unknown): boolean {
	if (error instanceof LeaseLost) return false;
	return error instanceof GatewayError && error.code === 'service_unavailable';
}
