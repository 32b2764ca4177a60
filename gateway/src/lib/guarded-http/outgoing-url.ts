import { bareHost, portOf } from './allowed-target.ts';
import {
	isReachable,
	isReachableUnencrypted,
	literalAddress,
	resolveReachable,
	RefusedTarget,
	type Guard,
} from './target.ts';

/** Why the gateway sends no request to a URL. */
export type UrlFault = 'malformed' | 'not_https' | 'with_credentials' | 'not_public';

/**
 * Returns why requests may not go to a URL, or null. The URL must use HTTPS, carry no credentials and lead to a
 * public address; to the targets the operator allows, plain HTTP and private addresses pass too. A name that does not
 * resolve at present passes, because it may resolve when the request is sent.
 */
export async function faultOfUrl(guard: Guard, url: URL | null): Promise<UrlFault | null> {
	if (url === null) return 'malformed';
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_https';
	if (url.username !== '' || url.password !== '') return 'with_credentials';
	const host = bareHost(url.hostname);
	const port = portOf(url.protocol, url.port);
	const addresses = await addressesOf(guard, url.hostname, port);
	if (addresses === 'not_public') return addresses;
	const isUnencrypted =
		addresses.length > 0 &&
		addresses.every((address) => isReachableUnencrypted(guard, { host, port, address }));
	return url.protocol === 'http:' && !isUnencrypted ? 'not_https' : null;
}

/**
 * Whether connections may go to the host and port of a URL of any protocol: a public address, or one that the operator
 * allows. A name that does not resolve at present passes.
 */
export async function isPublicOrAllowed(guard: Guard, { protocol, hostname, port }: URL): Promise<boolean> {
	// The hosts of protocols that URL does not know keep their brackets too, but not their letters in lower case.
	return (await addressesOf(guard, hostname.toLowerCase(), portOf(protocol, port))) !== 'not_public';
}

/** The gateway refused to request a URL, or one that a redirect named. */
export class RefusedUrl extends Error {
	readonly fault: UrlFault;

	constructor(fault: UrlFault) {
		super(`The URL was refused: ${fault}.`);
		this.name = 'RefusedUrl';
		this.fault = fault;
	}
}

async function addressesOf(guard: Guard, hostname: string, port: number): Promise<string[] | 'not_public'> {
	const address = literalAddress(hostname);
	if (address !== null) {
		if (isReachable(guard, { host: bareHost(hostname), port, address })) return [address];
		guard.onRefused?.();
		return 'not_public';
	}
	try {
		return (await resolveReachable(guard, hostname, port)).map((one) => one.address);
	} catch (error) {
		return error instanceof RefusedTarget ? 'not_public' : [];
	}
}
