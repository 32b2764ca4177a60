import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import { inRanges, isPublic, type AddressRange } from './address.ts';

/** Resolves a host name to all of its addresses; has the form of `dns.lookup`. */
export type FindAddresses = (
	hostname: string,
	options: LookupAllOptions,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Decides which addresses outgoing requests may reach. */
export interface Guard {
	/** Ranges that are allowed besides the public addresses. */
	allowedRanges: readonly AddressRange[];
	/** Resolves host names; `dns.lookup` by default. */
	findAddresses?: FindAddresses;
}

/** Resolves a host name to its addresses, in the order of the resolver. */
export function findAddresses(
	guard: Guard,
	hostname: string,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
): void {
	(guard.findAddresses ?? lookup)(hostname, { all: true, verbatim: true }, callback);
}

/** The guard refused an address. The message names none, so that a client cannot explore the gateway's network. */
export class RefusedTarget extends Error {
	constructor() {
		super('The address is not public. Private networks are reachable only where the operator allows them.');
		this.name = 'RefusedTarget';
	}
}

export function isAllowedAddress(guard: Guard, address: string): boolean {
	return inRanges(address, guard.allowedRanges) || isPublic(address);
}

/** The address in a URL's host, without brackets; null where the host is a name. */
export function literalAddress(hostname: string): string | null {
	const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
	return isIP(bare) === 0 ? null : bare;
}

/** Resolves a host name to its addresses. Throws RefusedTarget where one of them is not allowed. */
export function resolveAllowed(guard: Guard, hostname: string): Promise<LookupAddress[]> {
	return new Promise((resolve, reject) => {
		findAddresses(guard, hostname, (error, addresses) => {
			if (error) reject(error);
			else if (addresses.every(({ address }) => isAllowedAddress(guard, address))) resolve(addresses);
			else reject(new RefusedTarget());
		});
	});
}
