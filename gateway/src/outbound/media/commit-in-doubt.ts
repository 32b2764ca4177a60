import { GatewayError } from '../../domain/error.ts';

/**
 * Whether a commit that failed with this error may be durable all the same, now or in a moment: the connection to the
 * database ended before the answer. A file that the commit names must not be discarded then.
 */
export function isCommitInDoubt(error: unknown): boolean {
	return error instanceof GatewayError && error.code === 'service_unavailable';
}
