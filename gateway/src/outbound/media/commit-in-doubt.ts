import { GatewayError } from '../../domain/error.ts';

/**
 * Whether a commit that failed with this error may be durable nevertheless, now or in a moment: the connection to the
 * database ended before its response. Then a file to which the commit refers must not be discarded.
 */
export function isCommitInDoubt(error: unknown): boolean {
	return error instanceof GatewayError && error.code === 'service_unavailable';
}
