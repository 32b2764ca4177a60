import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name its network. */
const IPV6_NETWORK = 64;

/** The network a client is counted by: an IPv4 address, or the /64 of an IPv6 address, any of which a client can use. */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (parsed.kind() === 'ipv4') return parsed.toString();
	return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK}`).toString();
}
