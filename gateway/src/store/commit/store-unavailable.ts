import { GatewayError } from '../../domain/error.ts';
import type { StoreFailure } from '../engine/engine.ts';

/**
 * Creates the error for a client whose request failed in the database. `advice` follows the sentence that asks to send
 * the request again, such as ", with the same Idempotency-Key".
 */
export function storeUnavailable(
	failure: Exclude<StoreFailure, 'orphan'>,
	cause: unknown,
	advice = '',
): GatewayError {
	const why = failure === 'timeout' ? 'took too long' : 'could not be reached';
	const message = `The database ${why}. Send the request again in a few seconds${advice}.`;
	return new GatewayError('service_unavailable', message, { retryAfter: 2, cause });
}

/**
 * Returns storeUnavailable() for a failure after which the client can send the request again; null for any other error,
 * and where the row to which the request refers was deleted.
 */
export function retryableError(
	failure: StoreFailure | null,
	cause: unknown,
	advice?: string,
): GatewayError | null {
	return failure === null || failure === 'orphan' ? null : storeUnavailable(failure, cause, advice);
}
