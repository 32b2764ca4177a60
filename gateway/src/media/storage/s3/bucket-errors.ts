import { GatewayError } from '../../../domain/error.ts';
import { codeOf } from '../../../lib/errors/error-code.ts';
import { UnsatisfiableRange } from '../../byte-range.ts';

/** Seconds until a client should retry. */
const RETRY_AFTER = 10;

/** Returns the error for an object that the bucket does not have, with the code of a missing file. */
export function missing(file: string): Error {
	return Object.assign(new Error(`The bucket has no object ${file}.`), { code: 'ENOENT' });
}

/** Whether a file or an object is missing. */
export function isMissing(error: unknown): boolean {
	return codeOf(error) === 'ENOENT';
}

/** Returns the error for a request that the bucket's server did not answer. */
export function unavailable(cause: unknown): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'The storage of media files is out of reach at the moment. Send the request again in a few seconds.',
		{ retryAfter: RETRY_AFTER, cause },
	);
}

/** Throws an UnsatisfiableRange as it is, and service_unavailable for any other error. */
export function throwUnlessUnsatisfiable(error: unknown): never {
	throw error instanceof UnsatisfiableRange ? error : unavailable(error);
}

/** Throws service_unavailable with the error as its cause. */
export function throwUnavailable(error: unknown): never {
	throw unavailable(error);
}
