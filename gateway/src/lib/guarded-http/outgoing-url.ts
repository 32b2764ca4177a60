import { inRanges } from './address.ts';
import { isAllowedAddress, literalAddress, resolveAllowed, RefusedTarget, type Guard } from './target.ts';

/** Why the gateway sends no request to a URL. */
export type UrlFault = 'malformed' | 'not_https' | 'with_credentials' | 'not_public';

/**
 * Returns why requests may not go to a URL, or null. The URL must use HTTPS, carry no credentials and lead to a
 * public address; in the ranges the operator allows, plain HTTP and private addresses pass too. A name that does not
 * resolve at present passes, because it may resolve when the request is sent.
 */
export async function faultOfUrl(guard: Guard, url: URL | null): Promise<UrlFault | null> {
	if (url === null) return 'malformed';
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_https';
	if (url.username !== '' || url.password !== '') return 'with_credentials';
	const addresses = await addressesOf(guard, url.hostname);
	if (addresses === 'not_public') return addresses;
	const inAllowedRange =
		addresses.length > 0 && addresses.every((address) => inRanges(address, guard.allowedRanges));
	return url.protocol === 'http:' && !inAllowedRange ? 'not_https' : null;
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

async function addressesOf(guard: Guard, hostname: string): Promise<string[] | 'not_public'> {
	const literal = literalAddress(hostname);
	if (literal !== null) return isAllowedAddress(guard, literal) ? [literal] : 'not_public';
	try {
		return (await resolveAllowed(guard, hostname)).map(({ address }) => address);
	} catch (error) {
		return error instanceof RefusedTarget ? 'not_public' : [];
	}
}
