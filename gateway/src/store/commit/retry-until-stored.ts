import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { retryWithBackoff } from '../../lib/retry-with-backoff.ts';
import { LeaseLost } from '../cluster/leases.ts';

/**
 * Does work that has to be stored, again and again while the store is out of reach or overloaded: what a network
 * told, or took over, cannot be asked for a second time. Any other error ends it, and so does `ended`.
 */
export function retryUntilStored<T>(clock: Clock, ended: () => boolean, work: () => Promise<T>): Promise<T> {
	return retryWithBackoff(clock, work, (error) => ended() || !isOutOfReach(error));
}

/** A lease that was lost does not come back by waiting. */
function isOutOfReach(error: unknown): boolean {
	if (error instanceof LeaseLost) return false;
	return error instanceof GatewayError && error.code === 'service_unavailable';
}
