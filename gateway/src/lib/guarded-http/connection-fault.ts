import { errors } from 'undici';
import { codeOf } from '../errors/error-code.ts';

/**
 * Describes why a request to a remote server got no response, as a clause about `server`, such as "the receiver
 * refused the connection". The clause names no address, so that a client cannot explore the gateway's network. An
 * error without a clause of its own is described by its code.
 */
export function connectionFault(server: string, error: unknown): string {
	const code = codeOf(error);
	const clause = clauseOf(error) ?? CLAUSES[code];
	if (clause !== undefined) return `${server}${clause}`;
	// OpenSSL names some alerts with a slash.
	return /^[A-Z0-9_/]+$/.test(code)
		? `the connection to ${server} failed (${code})`
		: `the connection to ${server} failed`;
}

/** undici's messages for the interim answers that end a connection: 100 Continue, and 101 Switching Protocols. */
const UNASKED_INTERIM = ['bad response', 'bad upgrade'];

/** Whether an error says that a server sent an interim answer that the request had not asked for. */
export function isUnaskedInterim(error: unknown): boolean {
	return error instanceof errors.SocketError && UNASKED_INTERIM.includes(error.message);
}

/** The clause for an error that its code does not describe; undefined: its code does. */
function clauseOf(error: unknown): string | undefined {
	if (isUnaskedInterim(error)) return ' sent an interim answer (100 or 101), which was not asked for';
	if (error instanceof errors.HTTPParserError) return "'s answer is not valid HTTP/1.1";
	return undefined;
}

const CLOSED = ' closed the connection before it answered';
const TOO_LATE = ' could not be connected to in time';
const NO_ROUTE = " cannot be reached from the gateway's network";
const OLD_TLS = ' takes no TLS 1.2 or 1.3';
const UNKNOWN_AUTHORITY =
	"'s certificate is from an unknown authority, or was sent without its intermediate certificates";

const CLAUSES: Readonly<Record<string, string>> = {
	ECONNREFUSED: ' refused the connection',
	ECONNRESET: CLOSED,
	ENOTFOUND: "'s host name is not known",
	EAI_AGAIN: "'s host name could not be looked up at the moment",
	UND_ERR_SOCKET: CLOSED,
	UND_ERR_CONNECT_TIMEOUT: TOO_LATE,
	ETIMEDOUT: TOO_LATE,
	EHOSTUNREACH: NO_ROUTE,
	ENETUNREACH: NO_ROUTE,
	CERT_HAS_EXPIRED: "'s certificate has expired",
	CERT_NOT_YET_VALID: "'s certificate is not valid yet",
	DEPTH_ZERO_SELF_SIGNED_CERT: "'s certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
	ERR_TLS_CERT_ALTNAME_INVALID: "'s certificate is for another host name",
	ERR_SSL_WRONG_VERSION_NUMBER: ' answered without encryption, which https:// requires',
	ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: OLD_TLS,
	ERR_SSL_UNSUPPORTED_PROTOCOL: OLD_TLS,
	ERR_SSL_TLSV1_UNRECOGNIZED_NAME: ' has no certificate for this host name',
	'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE':
		' refused encryption: it takes no cipher of the gateway, or asks for a client certificate',
	ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: ' asks for a client certificate, and the gateway has none',
	ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: ' could not encrypt the connection: see its log',
	ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: ' takes HTTP/2 only, and not HTTP/1.1',
	UND_ERR_HEADERS_OVERFLOW: "'s answer has more than 16 KiB of headers",
};
