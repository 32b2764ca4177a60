import { isJsonObject } from '../json';

/** Why a request got no response: what is wrong, without a period at the end, and what to do next. */
export interface NetworkProblem {
	message: string;
	nextStep: string;
}

interface Target {
	/** The URL without path and password. */
	origin: string;
	/** Host and port. */
	host: string;
	/** The host without its port. */
	name: string;
}

export const INVALID_ADDRESS: NetworkProblem = {
	message: 'The Gateway URL in the credential is not a web address',
	nextStep: 'Enter it with http:// or https:// in front, e.g. http://127.0.0.1:8080.',
};

/** By the code of the error. The messages name no code, because n8n replaces messages that contain one by its own. */
const PROBLEMS: ReadonlyArray<[codes: RegExp, problem: (target: Target) => NetworkProblem]> = [
	[
		/^ENOTFOUND$/,
		({ name }) => ({
			message: `The host name ${name} is unknown`,
			nextStep:
				'Correct the host of the Gateway URL. In a container, n8n knows public names and those of its container network.',
		}),
	],
	[
		/^EAI_AGAIN$/,
		({ name }) => ({
			message: `The host name ${name} cannot be looked up at the moment`,
			nextStep: 'Check the host of the Gateway URL, and the DNS of the machine or container of n8n.',
		}),
	],
	[
		/^(ETIMEDOUT|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/,
		({ host }) => ({
			message: `${host} does not respond in time`,
			nextStep: 'Check host and port of the Gateway URL, and the firewalls between n8n and the gateway.',
		}),
	],
	[
		/^(ECONNRESET|EPIPE|HPE_.*)$/,
		({ host }) => ({
			message: `${host} closed the connection, or does not speak HTTP`,
			nextStep: 'If the gateway uses TLS, its URL starts with https://. Otherwise check the port.',
		}),
	],
	[
		/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*|CERT_UNTRUSTED)$/,
		({ host }) => ({
			message: `n8n does not trust the certificate of ${host}, which is self-signed or of an unknown authority`,
			nextStep:
				'Start n8n with NODE_EXTRA_CA_CERTS=<file with the certificate>, or use a certificate of a public authority with its whole chain.',
		}),
	],
	[
		/^CERT_HAS_EXPIRED$/,
		({ host }) => ({
			message: `The certificate of ${host} has expired`,
			nextStep: 'Renew it. If it is valid, correct the clock of n8n.',
		}),
	],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$/,
		({ host, name }) => ({
			message: `The certificate of ${host} is not for the name ${name}`,
			nextStep: 'Enter the Gateway URL with a name that is in the certificate.',
		}),
	],
	[
		/^(EPROTO|ERR_SSL_.*)$/,
		({ host }) => ({
			message: `${host} does not speak HTTPS`,
			nextStep:
				'If the gateway runs on the machine of n8n, use http://. On another machine, start the gateway with GATEWAY_TLS_CERT, or put a proxy with TLS in front of it.',
		}),
	],
	[/^(ERR_INVALID_URL|ERR_UNSUPPORTED_PROTOCOL)$/, () => INVALID_ADDRESS],
];

/** The message of n8n's own protection (N8N_SSRF_PROTECTION_ENABLED), whose errors have no code. */
const BLOCKED_BY_N8N = /The request was blocked because/;

/** Returns what an error of a request without a response means for somebody who entered `address` as Gateway URL. */
export function networkProblem(address: string, error: unknown): NetworkProblem {
	const code = networkCodeOf(error) ?? '';
	const target = targetOf(address);
	const known = PROBLEMS.find(([codes]) => codes.test(code));
	if (known) return known[1](target);
	if (BLOCKED_BY_N8N.test(messagesOf(error))) {
		return {
			message: `n8n blocks requests to ${target.host}`,
			nextStep:
				'Start n8n with the address in N8N_SSRF_ALLOWED_IP_RANGES, or with the name in N8N_SSRF_ALLOWED_HOSTNAMES.',
		};
	}
	return {
		message: `The gateway does not answer at ${target.origin}: is it running?`,
		nextStep: `Start the gateway, or correct host and port of the Gateway URL.${containerHint(target.name)}`,
	};
}

/**
 * Returns a code like ECONNREFUSED of an error, or of the cause that n8n wrapped; undefined when it has none. The error of
 * an older n8n has no cause, and the code in place of the HTTP status.
 */
export function networkCodeOf(error: unknown): string | undefined {
	if (!isJsonObject(error)) return undefined;
	const { code, httpCode, cause } = error;
	if (typeof code === 'string') return code;
	return networkCodeOf(cause) ?? (/^[A-Z]/.test(String(httpCode)) ? String(httpCode) : undefined);
}

/** A container has a loopback address of its own, so that the address that works on its host fails in it. */
function containerHint(name: string): string {
	if (!/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(name)) return '';
	return ` In a container, ${name} is the container itself: enter the host name of the gateway's machine or container.`;
}

function targetOf(address: string): Target {
	const [, scheme = '', host = address] = /^(https?:\/\/)(?:[^/]*@)?([^/?#]*)/i.exec(address) ?? [];
	return { origin: `${scheme}${host}`, host, name: host.replace(/:\d*$/, '') };
}

function messagesOf(error: unknown): string {
	return error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '';
}
