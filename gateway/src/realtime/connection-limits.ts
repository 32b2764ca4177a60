import { networkOf } from '../lib/guarded-http/address.ts';

/** Most real-time connections from one address. */
export const PER_ADDRESS = 100;

/** Limits how many real-time connections are open at a time. */
export interface ConnectionLimits {
	/** Counts a connection until the returned function is called; a text: which limit refuses it. */
	open(address: string): (() => void) | 'address' | 'all';
}

/** Creates the limits; `inAll` is the most connections of all clients together. */
export function createConnectionLimits(inAll: number): ConnectionLimits {
	const byNetwork = new Map<string, number>();
	let total = 0;

	return {
		open(address) {
			const network = networkOf(address);
			const ofNetwork = byNetwork.get(network) ?? 0;
			if (total >= inAll) return 'all';
			if (ofNetwork >= PER_ADDRESS) return 'address';
			total += 1;
			byNetwork.set(network, ofNetwork + 1);
			return () => {
				total -= 1;
				const left = (byNetwork.get(network) ?? 1) - 1;
				if (left === 0) byNetwork.delete(network);
				else byNetwork.set(network, left);
			};
		},
	};
}
