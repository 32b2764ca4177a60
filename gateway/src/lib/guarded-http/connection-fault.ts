/**
 * Why a request to a server elsewhere had no answer, as a clause about `whom`, such as "the receiver refused the
 * connection". It names no address: who asked may not learn what is where. What has no words of its own is told
 * by its code.
 */
export function connectionFault(whom: string, error: unknown): string {
	const code = codeOf(error);
	const clause = CLAUSES[code];
	if (clause !== undefined) return `${whom}${clause}`;
	return /^[A-Z0-9_]+$/.test(code)
		? `the connection to ${whom} failed (${code})`
		: `the connection to ${whom} failed`;
}

/** The code of a system's or library's error, or an empty text. */
export function codeOf(error: unknown): string {
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const CLOSED = ' closed the connection before it answered';
const UNKNOWN_AUTHORITY =
	"'s certificate is of an authority that is not known here, or comes without the certificates in between";

const CLAUSES: Readonly<Record<string, string>> = {
	ECONNREFUSED: ' refused the connection',
	ECONNRESET: CLOSED,
	ENOTFOUND: "'s host name is not known",
	EAI_AGAIN: "'s host name could not be looked up at the moment",
	UND_ERR_SOCKET: CLOSED,
	UND_ERR_CONNECT_TIMEOUT: ' could not be connected to in time',
	CERT_HAS_EXPIRED: "'s certificate has expired",
	CERT_NOT_YET_VALID: "'s certificate is not valid yet",
	DEPTH_ZERO_SELF_SIGNED_CERT: "'s certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
	ERR_TLS_CERT_ALTNAME_INVALID: "'s certificate is for another host name",
};
