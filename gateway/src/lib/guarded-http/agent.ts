import { Agent, buildConnector } from 'undici';
import { bareHost, portOf } from './allowed-target.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { isReachable, isReachableUnencrypted, literalAddress, refusedBy, type Guard } from './target.ts';

/** Milliseconds to open a connection; the request's own deadline may end it sooner. */
const CONNECT_TIMEOUT = 5000;
/** The port whose connections are opened by one connector, which resumes sessions of TLS. */
const COMMON_PORT = 443;

/**
 * Creates an HTTP client that reaches public addresses and the allowed targets only. It checks an address literal in
 * the URL, every address the name resolves to, and the address of the open connection: a name that resolves to
 * another address after the check (DNS rebinding) is refused too. Plain HTTP is allowed to the allowed targets only.
 * Without `keepAlive` each request has a connection of its own.
 */
export function createGuardedAgent(guard: Guard, { keepAlive = true } = {}): Agent {
	const connectorOf = (port: number): buildConnector.connector =>
		buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT, lookup: guardedLookup(guard, port) });
	const common = connectorOf(COMMON_PORT);

	return new Agent({
		allowH2: false,
		pipelining: keepAlive ? 1 : 0,
		connect(options, callback) {
			const host = bareHost(options.hostname);
			const port = portOf(options.protocol, options.port);
			const literal = literalAddress(options.hostname);
			if (literal !== null && !isReachable(guard, { host, port, address: literal })) {
				callback(refusedBy(guard), null);
				return;
			}
			const connect = port === COMMON_PORT ? common : connectorOf(port);
			connect(options, (...result) => {
				const [error, socket] = result;
				if (error !== null) {
					callback(error, null);
					return;
				}
				const target = { host, port, address: socket.remoteAddress ?? '' };
				const check = options.protocol === 'https:' ? isReachable : isReachableUnencrypted;
				if (check(guard, target)) {
					callback(null, socket);
					return;
				}
				socket.destroy();
				callback(refusedBy(guard), null);
			});
		},
	});
}
