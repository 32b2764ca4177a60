import ipaddr from 'ipaddr.js';
import { networkInterfaces } from 'node:os';
import { bareHost, type Target } from './allowed-target.ts';
import { isLoopback } from './address.ts';

/** The address and port of the gateway itself, to which no URL of a user may lead. */
export interface OwnEndpoint {
	/** Call it when the port is known. */
	listensOn(port: number): void;
	isOwn(target: Target): boolean;
}

/** Creates the endpoint of this gateway; `urls` are its own, whose hosts may have addresses that no interface has. */
export function createOwnEndpoint(urls: readonly string[]): OwnEndpoint {
	const names = urls.map((url) => bareHost(new URL(url).hostname));
	let ownPort: number | null = null;
	return {
		listensOn(port) {
			ownPort = port;
		},
		isOwn: ({ host, port, address }) =>
			port === ownPort && (names.includes(host) || isOfThisMachine(address)),
	};
}

/** Requests to these addresses reach the machine itself. */
const UNSPECIFIED = ['0.0.0.0', '::'];

function isOfThisMachine(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const text = ipaddr.process(address).toString();
	if (isLoopback(text) || UNSPECIFIED.includes(text)) return true;
	return Object.values(networkInterfaces())
		.flat()
		.some((one) => one !== undefined && ipaddr.process(one.address).toString() === text);
}
