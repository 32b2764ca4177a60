import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { inRanges } from './address.ts';
import { findAddresses, isAllowedAddress, literalAddress, RefusedTarget, type Guard } from './target.ts';

/** Milliseconds to open a connection; an attempt's own deadline may end it sooner. */
const CONNECT_TIMEOUT = 5000;

/**
 * An HTTP client that reaches public addresses and the allowed ranges, and nothing else. The address is checked
 * where it is written in the URL, for every answer of the name's look-up, and once more on the open connection,
 * so that a name which changes its answer in between gains nothing. Plain HTTP passes in the allowed ranges only.
 */
export function createGuardedAgent(guard: Guard): Agent {
	const lookup: LookupFunction = (hostname, options, callback) => {
		findAddresses(guard, hostname, (error, addresses) => {
			if (error) {
				callback(error, []);
				return;
			}
			if (!addresses.every(({ address }) => isAllowedAddress(guard, address))) {
				callback(new RefusedTarget(), []);
				return;
			}
			const [first] = addresses;
			if (options.all === true) callback(null, addresses);
			else callback(null, first?.address ?? '', first?.family);
		});
	};
	const connect = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT, lookup });

	return new Agent({
		allowH2: false,
		pipelining: 1,
		connect(options, callback) {
			const literal = literalAddress(options.hostname);
			if (literal !== null && !isAllowedAddress(guard, literal)) {
				callback(new RefusedTarget(), null);
				return;
			}
			connect(options, (...result) => {
				const [error, socket] = result;
				if (error !== null) {
					callback(error, null);
					return;
				}
				const address = socket.remoteAddress ?? '';
				const allowed =
					options.protocol === 'https:'
						? isAllowedAddress(guard, address)
						: inRanges(address, guard.allowedRanges);
				if (allowed) {
					callback(null, socket);
					return;
				}
				socket.destroy();
				callback(new RefusedTarget(), null);
			});
		},
	});
}
