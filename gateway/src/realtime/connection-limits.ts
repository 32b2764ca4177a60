import { createTally } from '../lib/tally.ts';
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
	const byNetwork = createTally();
	let total = 0;

	return {
		open(address) {
			const network = networkOf(address);
			if (total >= inAll) return 'all';
			if (byNetwork.of(network) >= PER_ADDRESS) return 'address';
			total += 1;
			byNetwork.add(network, 1);
			return () => {
				total -= 1;
				byNetwork.add(network, -1);
			};
		},
	};
}
