import { GraphError } from './graph-error.ts';

/** What an error of the Graph API means for the request. */
export type ErrorClass =
	/** The token seems invalid. The gateway checks it with another request before it closes the session. */
	| 'credentials'
	/** The token lacks a permission for this request, or the access to the number or the account. */
	| 'permission'
	/** Meta has locked the account. */
	| 'banned'
	/** The account exceeded a rate limit. */
	| 'throttled'
	/** The account exceeded the rate limit of one recipient. */
	| 'pair_throttled'
	/** The request is valid and can be retried. */
	| 'transient'
	/** Meta will never accept the request. */
	| 'permanent';

const CLASS_BY_CODE: Readonly<Record<number, ErrorClass>> = {
	0: 'credentials',
	190: 'credentials',
	368: 'banned',
	131031: 'banned',
	4: 'throttled',
	17: 'throttled',
	613: 'throttled',
	80007: 'throttled',
	130429: 'throttled',
	131048: 'throttled',
	131056: 'pair_throttled',
	1: 'transient',
	2: 'transient',
	131000: 'transient',
	131016: 'transient',
	131057: 'transient',
};

/** 3: missing capability; 10, 131005 and 200 to 299: permission not granted or revoked. */
export function isPermissionCode(code: number): boolean {
	return code === 3 || code === 10 || code === 131005 || (code >= 200 && code <= 299);
}

/** Classifies an error of the Graph API by what it means for the request. */
export function classifyError({ code, status, isAccessLost }: GraphError): ErrorClass {
	if (isAccessLost || (code !== null && isPermissionCode(code))) return 'permission';
	const errorClass = code === null ? undefined : CLASS_BY_CODE[code];
	if (errorClass !== undefined) return errorClass;
	if (status === 429) return 'throttled';
	// A response without a code comes from a proxy, not from Meta.
	if (code === null || status >= 500) return 'transient';
	return status === 401 ? 'credentials' : 'permanent';
}

/**
 * Returns the GraphError with which Meta has refused a request for good, from the error of `Session.requestForClient`.
 * Throws that error where another attempt may succeed.
 */
export function permanentCause(error: unknown): GraphError {
	const { cause } = error as Error;
	if (!(cause instanceof GraphError) || classifyError(cause) !== 'permanent') throw error;
	return cause;
}
