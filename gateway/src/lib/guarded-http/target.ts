import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import { isPublic } from './address.ts';
import { bareHost, isAllowedTarget, type AllowedTarget, type Target } from './allowed-target.ts';

/** Resolves a host name to all of its addresses; has the form of `dns.lookup`. */
export type FindAddresses = (
	hostname: string,
	options: LookupAllOptions,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Decides which targets outgoing requests may reach. */
export interface Guard {
	/** What is allowed besides the public addresses. */
	allowed: readonly AllowedTarget[];
	/** Whether a target is this gateway itself, which is never allowed; absent: none is. */
	isOwn?: (target: Target) => boolean;
	/** Resolves host names; `dns.lookup` by default. */
	findAddresses?: FindAddresses;
	/** Called for each refused target. */
	onRefused?: () => void;
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

/** Whether outgoing requests may reach a target: it is public, or the operator allows it. */
export function isReachable(guard: Guard, target: Target): boolean {
	if (guard.isOwn?.(target) === true) return false;
	return isAllowedTarget(guard.allowed, target) || isPublic(target.address);
}

/** Whether requests to a target need no encryption: the operator allows it. */
export function isReachableUnencrypted(guard: Guard, target: Target): boolean {
	return isReachable(guard, target) && isAllowedTarget(guard.allowed, target);
}

/** Counts a refusal, and returns its error. */
export function refusedBy(guard: Guard): RefusedTarget {
	guard.onRefused?.();
	return new RefusedTarget();
}

/** The address in a URL's host, without brackets; null where the host is a name. */
export function literalAddress(hostname: string): string | null {
	const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
	return isIP(bare) === 0 ? null : bare;
}

/** Resolves the host of a URL to its addresses. Throws RefusedTarget where one of them is not allowed. */
export function resolveReachable(guard: Guard, hostname: string, port: number): Promise<LookupAddress[]> {
	const host = bareHost(hostname);
	return new Promise((resolve, reject) => {
		findAddresses(guard, hostname, (error, addresses) => {
			if (error) reject(error);
			else if (addresses.every(({ address }) => isReachable(guard, { host, port, address })))
				resolve(addresses);
			else reject(refusedBy(guard));
		});
	});
}
