import { codeOf } from '../../lib/errors/error-code.ts';
import { connectionFault } from '../../lib/guarded-http/connection-fault.ts';

/** Milliseconds for a response. */
export const REACH_TIMEOUT = 5000;

const CERTIFICATE = 'Renew it, and let the server send it with its intermediate certificates';
const AUTHORITY =
	'Let the server send its intermediate certificates, or name the file of your own authority in NODE_EXTRA_CA_CERTS and restart the gateway';

const REMEDIES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'Start what should listen there, or correct the port',
	ENOTFOUND: "Correct the name, or this machine's DNS",
	EAI_AGAIN: "Check this machine's DNS",
	EHOSTUNREACH: 'Check the network and the firewall',
	ENETUNREACH: 'Check the network and the firewall',
	UND_ERR_CONNECT_TIMEOUT: 'Check the address and the firewall',
	CERT_HAS_EXPIRED: CERTIFICATE,
	CERT_NOT_YET_VALID: 'Check the clocks of both machines',
	DEPTH_ZERO_SELF_SIGNED_CERT: AUTHORITY,
	SELF_SIGNED_CERT_IN_CHAIN: AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: AUTHORITY,
	ERR_TLS_CERT_ALTNAME_INVALID: 'Use the name that the certificate is for',
	ERR_SSL_WRONG_VERSION_NUMBER:
		'The server speaks plain HTTP on that port: correct the port or the certificate of the server',
};

/** Returns a sentence that says why a server gave no response, and what to do. */
export function explainFault(server: string, error: unknown): string {
	if (isTimeout(error)) {
		return `${server} did not answer within ${REACH_TIMEOUT / 1000} seconds. Check the address and the firewall.`;
	}
	const code = codeOf(error);
	return `${connectionFault(server, error)}. ${REMEDIES[code] ?? 'Check that it runs'}.`;
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
