import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { retryWithBackoff } from '../../lib/loops/retry-with-backoff.ts';
import { LeaseLost } from '../cluster/leases.ts';

/**
 * Retries a write while the store is unreachable or overloaded: a network does not repeat what it reported, nor that
 * it accepted a message. Throws any other error, and every error once `isStopped` returns true.
 */
export function retryUntilStored<T>(
	clock: Clock,
	isStopped: () => boolean,
	work: () => Promise<T>,
): Promise<T> {
	return retryWithBackoff(clock, work, (error) => isStopped() || !isUnavailable(error));
}

/** Whether waiting can help. A lost lease has the same error code, but does not return by waiting. */
function isUnavailable(error: unknown): boolean {
	if (error instanceof LeaseLost) return false;
	return error instanceof GatewayError && error.code === 'service_unavailable';
}
