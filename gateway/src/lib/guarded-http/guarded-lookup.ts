import type { LookupFunction } from 'node:net';
import { resolveReachable, type Guard } from './target.ts';

/**
 * Returns the `lookup` of a connection to a port. It fails with RefusedTarget where an address of the host is not
 * allowed.
 */
export function guardedLookup(guard: Guard, port: number): LookupFunction {
	return (hostname, options, callback) => {
		resolveReachable(guard, hostname, port).then(
			(addresses) => {
				const [first] = addresses;
				if (options.all === true) callback(null, addresses);
				else callback(null, first?.address ?? '', first?.family);
			},
			(error: unknown) => {
				callback(error as NodeJS.ErrnoException, []);
			},
		);
	};
}
