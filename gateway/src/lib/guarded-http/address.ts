import ipaddr from 'ipaddr.js';

/** A range of addresses, parsed from CIDR notation. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** Throws where the text is no CIDR range, such as `10.0.0.0/8` or `::1/128`. */
export function parseRange(text: string): AddressRange {
	return ipaddr.parseCIDR(text.trim());
}

/** Whether an address, in any spelling, lies in one of the ranges. */
export function inRanges(address: string, ranges: readonly AddressRange[]): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
}

/** IPv6 addresses in use on the public internet; what is left of IPv6 is not. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Ranges that pass as ordinary ones, but reach the host itself or its provider. */
const SPECIAL = ['168.63.129.16/32', '192.88.99.0/24'].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an address is one anybody on the internet may be reached at: not this host, not a private network, not
 * a provider's metadata service, and no IPv6 form that carries an IPv4 address inside. Anything unknown is not.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	if (parsed.range() !== 'unicast') return false;
	if (inRanges(address, SPECIAL)) return false;
	return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6[0], GLOBAL_IPV6[1]);
}
