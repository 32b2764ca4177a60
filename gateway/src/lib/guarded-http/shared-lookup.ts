import type { LookupAddress } from 'node:dns';
import type { FindAddresses } from './target.ts';

type Found = Parameters<FindAddresses>[2];

/**
 * Asks for each name once at a time: who wants to know while a look-up of it is under way gets that answer. The
 * system asks for few names at once, and waits long for a name server that does not answer: one receiver whose name
 * hangs must not take the place of all others. No answer is kept.
 */
export function sharedLookUp(find: FindAddresses): FindAddresses {
	const underWay = new Map<string, Found[]>();
	return (hostname, options, callback) => {
		const waiting = underWay.get(hostname);
		if (waiting !== undefined) {
			waiting.push(callback);
			return;
		}
		const all = [callback];
		underWay.set(hostname, all);
		find(hostname, options, (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
			underWay.delete(hostname);
			for (const found of all) found(error, addresses);
		});
	};
}
