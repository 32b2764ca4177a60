import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { inRanges, isLoopback, parseRange, type AddressRange } from './address.ts';

/** What the operator allows besides public addresses: a range of addresses, or one port of a host. */
export type AllowedTarget =
	| { kind: 'range'; range: AddressRange }
	| { kind: 'host'; host: string; port: number };

/** Where a request goes: the host as the URL names it, and one of the addresses that it has. */
export interface Target {
	/** In lower case, without brackets and the dot at the end. */
	host: string;
	port: number;
	address: string;
}

/** Parses a CIDR range, such as `10.0.0.0/8`, or a host and port, such as `127.0.0.1:5678`. Throws where it is neither. */
export function parseAllowedTarget(text: string): AllowedTarget {
	if (text.includes('/')) return { kind: 'range', range: parseRange(text) };
	const [, host = '', digits = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):(\d{1,5})$/i.exec(text) ?? [];
	const port = Number(digits);
	if (host === '' || port < 1 || port > 65_535) throw new Error('not a range, and not a host and port');
	return { kind: 'host', host: bareHost(host), port };
}

/** Whether the operator allows a target. */
export function isAllowedTarget(allowed: readonly AllowedTarget[], target: Target): boolean {
	return allowed.some((one) => {
		if (one.kind === 'range') return inRanges(target.address, [one.range]);
		return one.port === target.port && isHost(one.host, target);
	});
}

/**
 * An allowed name matches only itself; an allowed address matches any name that resolves to it; an allowed loopback
 * host matches all loopback addresses.
 */
function isHost(allowed: string, { host, address }: Target): boolean {
	if (isLoopback(allowed)) return isLoopback(address);
	if (isIP(allowed) === 0) return host === allowed;
	return ipaddr.isValid(address) && ipaddr.process(address).toString() === ipaddr.process(allowed).toString();
}

/** A host of a URL in lower case, without brackets and the dot at the end. */
export function bareHost(host: string): string {
	return host
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
}

/** The port of a URL, also where it is the protocol's own. */
export function portOf(protocol: string, port: string): number {
	if (port !== '') return Number(port);
	return protocol === 'https:' ? 443 : 80;
}
