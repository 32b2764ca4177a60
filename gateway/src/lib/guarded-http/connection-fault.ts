import { codeOf } from '../error-code.ts';

/**
 * Describes why a request to a remote server got no response, as a clause about `server`, such as "the receiver
 * refused the connection". The clause names no address, so that a client cannot explore the gateway's network. An
 * error without a clause of its own is described by its code.
 */
export function connectionFault(server: string, error: unknown): string {
	const code = codeOf(error);
	const clause = CLAUSES[code];
	if (clause !== undefined) return `${server}${clause}`;
	return /^[A-Z0-9_]+$/.test(code)
		? `the connection to ${server} failed (${code})`
		: `the connection to ${server} failed`;
}

const CLOSED = ' closed the connection before it answered';
const UNKNOWN_AUTHORITY =
	"'s certificate is from an unknown authority, or was sent without its intermediate certificates";

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
