import ipaddr from 'ipaddr.js';

/** A range of addresses, parsed from CIDR notation. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** Parses a CIDR range, such as `10.0.0.0/8` or `::1/128`. Throws where the text is none. */
export function parseRange(text: string): AddressRange {
	return ipaddr.parseCIDR(text.trim());
}

/** Whether an address, in any spelling, lies in one of the ranges. */
export function inRanges(address: string, ranges: readonly AddressRange[]): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
}

const LOOPBACK = [parseRange('127.0.0.0/8'), parseRange('::1/128')];
/** The common spellings, which need no parsing: nearly every local request comes from one of these. */
const COMMON_LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost']);

/** Whether a host is a loopback address, which only programs on this machine can reach. */
export function isLoopback(host: string): boolean {
	return COMMON_LOOPBACK.has(host) || inRanges(host, LOOPBACK);
}

/** The IPv6 addresses in use on the public internet; all other IPv6 addresses are not public. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Ranges that look like ordinary unicast addresses, but reach the host itself or its hosting provider. */
const SPECIAL = ['168.63.129.16/32', '192.88.99.0/24'].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an address is a public one: not of this host, not of a private network, not of a provider's metadata
 * service, and no IPv6 form that embeds an IPv4 address. An address of an unknown kind is not public.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	if (parsed.range() !== 'unicast') return false;
	if (inRanges(address, SPECIAL)) return false;
	return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6[0], GLOBAL_IPV6[1]);
}

/** Bits of an IPv6 address that name the network of a client, who can use any address in it. */
const IPV6_NETWORK = 64;

/** What a client is counted by: its IPv4 address, or the /64 network of its IPv6 address. */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (parsed.kind() === 'ipv4') return parsed.toString();
	return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK}`).toString();
}
