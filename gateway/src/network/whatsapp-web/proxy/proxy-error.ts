import { RefusedTarget } from '../../../lib/guarded-http/target.ts';

/** Why a proxy could not be used. */
export type ProxyFault =
	/** Its URL cannot be used. */
	| 'invalid'
	/** It has an address that the gateway does not connect to. */
	| 'not_allowed'
	/** It refused the user and the password. */
	| 'credentials'
	/** It could not be connected to, or gave no answer that its protocol knows. */
	| 'unreachable'
	/** It does not connect to WhatsApp. */
	| 'refused';

/** A proxy could not be used. The message contains no part of its URL. */
export class ProxyError extends Error {
	readonly fault: ProxyFault;

	constructor(fault: ProxyFault, cause?: unknown) {
		super(`The proxy failed: ${fault}.`, cause === undefined ? undefined : { cause });
		this.name = 'ProxyError';
		this.fault = fault;
	}
}

/** Returns the fault of the proxy behind an error, directly or as its cause; null: the proxy is not at fault. */
export function proxyFaultOf(error: unknown): ProxyFault | null {
	// Baileys keeps the error of a WebSocket in `data`.
	const { data, cause } = (error ?? {}) as { data?: unknown; cause?: unknown };
	const found = [error, data, cause].find((one) => one instanceof ProxyError);
	return found?.fault ?? null;
}

/** Whether the fault stays until the proxy's settings are changed. */
export function isFinal(fault: ProxyFault): boolean {
	return fault === 'invalid' || fault === 'not_allowed' || fault === 'credentials';
}

const EXPLANATIONS: Readonly<Record<ProxyFault, string>> = {
	invalid: 'The URL of the proxy of this instance cannot be used.',
	not_allowed:
		'The proxy of this instance has a private address. For a proxy on this host or network, the operator can allow it with GATEWAY_ALLOW_PRIVATE_NETWORKS.',
	credentials: 'The proxy of this instance did not accept the user and the password.',
	unreachable: 'The proxy of this instance could not be reached, or is no proxy of this kind.',
	refused: 'The proxy of this instance does not connect to WhatsApp.',
};

/** What happened and what to do, for users. */
export function proxyExplanation(fault: ProxyFault): string {
	return `${EXPLANATIONS[fault]} Check settings.proxyUrl, then connect the instance again; a linked device needs no new scan.`;
}

/** Returns a ProxyError for an error while a proxy was used. */
export function asProxyError(error: unknown): ProxyError {
	if (error instanceof ProxyError) return error;
	if (error instanceof RefusedTarget) return new ProxyError('not_allowed');
	// The errors of undici's SOCKS5 client.
	const code = String((error as { code?: unknown } | null)?.code);
	if (code.startsWith('UND_ERR_SOCKS5_AUTH')) return new ProxyError('credentials', error);
	if (code.startsWith('UND_ERR_SOCKS5_REPLY_')) return new ProxyError('refused', error);
	return new ProxyError('unreachable', error);
}
