import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import { inRanges, isPublic, type AddressRange } from './address.ts';

/** Finds all addresses of a name. */
export type FindAddresses = (
	hostname: string,
	options: LookupAllOptions,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Which addresses outgoing requests may reach besides the public ones. */
export interface Guard {
	allowedRanges: readonly AddressRange[];
	/** Who is asked for the addresses of names; the system unless told otherwise. */
	findAddresses?: FindAddresses;
}

/** Asks for a name's addresses, in the order the resolver gives them. */
export function findAddresses(
	guard: Guard,
	hostname: string,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
): void {
	(guard.findAddresses ?? lookup)(hostname, { all: true, verbatim: true }, callback);
}

/** A request that the guard did not let out. Its text names no address: who asked may not learn what is where. */
export class RefusedTarget extends Error {
	constructor() {
		super('The address is not public. Private networks are reachable only where the operator allows them.');
		this.name = 'RefusedTarget';
	}
}

export function isAllowedAddress(guard: Guard, address: string): boolean {
	return inRanges(address, guard.allowedRanges) || isPublic(address);
}

/** The host of a URL as an address literal, or null where it is a name. */
export function literalAddress(hostname: string): string | null {
	const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
	return isIP(bare) === 0 ? null : bare;
}

/** A name's addresses, all of which are allowed. Throws RefusedTarget where one is not. */
export function resolveAllowed(guard: Guard, hostname: string): Promise<LookupAddress[]> {
	return new Promise((resolve, reject) => {
		findAddresses(guard, hostname, (error, addresses) => {
			if (error) reject(error);
			else if (addresses.every(({ address }) => isAllowedAddress(guard, address))) resolve(addresses);
			else reject(new RefusedTarget());
		});
	});
}
