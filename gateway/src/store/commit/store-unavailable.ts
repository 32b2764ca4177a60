import { GatewayError } from '../../domain/error.ts';
import type { StoreFailure } from '../engine/engine.ts';

/**
 * What a caller is told when the database did not do its work. `how` says what the request has to be sent again with,
 * such as ", with the same Idempotency-Key".
 */
export function storeUnavailable(failure: StoreFailure, cause: unknown, how = ''): GatewayError {
	const why = failure === 'overdue' ? 'took too long' : 'could not be reached';
	const message = `The database ${why}. Send the request again in a few seconds${how}.`;
	return new GatewayError('service_unavailable', message, { retryAfter: 2, cause });
}
