import type { LookupAddress } from 'node:dns';
import type { FindAddresses } from './target.ts';

type LookupCallback = Parameters<FindAddresses>[2];

/**
 * Shares DNS lookups: a caller that asks for a name while a lookup of it runs gets that lookup's result. The system
 * runs few lookups at a time and waits long for a name server that does not answer, so one receiver with such a name
 * must not occupy all of them. Results are not cached.
 */
export function sharedLookup(find: FindAddresses): FindAddresses {
	const pending = new Map<string, LookupCallback[]>();
	return (hostname, options, callback) => {
		const waiting = pending.get(hostname);
		if (waiting !== undefined) {
			waiting.push(callback);
			return;
		}
		const callbacks = [callback];
		pending.set(hostname, callbacks);
		find(hostname, options, (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
			pending.delete(hostname);
			for (const notify of callbacks) notify(error, addresses);
		});
	};
}
