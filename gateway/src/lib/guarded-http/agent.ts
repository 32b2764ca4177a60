import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { inRanges } from './address.ts';
import { findAddresses, isAllowedAddress, literalAddress, RefusedTarget, type Guard } from './target.ts';

/** Milliseconds to open a connection; the request's own deadline may end it sooner. */
const CONNECT_TIMEOUT = 5000;

/**
 * Creates an HTTP client that reaches public addresses and the allowed ranges only. It checks an address literal in
 * the URL, every address the name resolves to, and the address of the open connection: a name that resolves to
 * another address after the check (DNS rebinding) is refused too. Plain HTTP is allowed in the allowed ranges only.
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
