import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { bareHost } from '../../../lib/guarded-http/allowed-target.ts';
import { guardedLookup } from '../../../lib/guarded-http/guarded-lookup.ts';
import { isReachable, literalAddress, refusedBy, type Guard } from '../../../lib/guarded-http/target.ts';

/** Milliseconds to open the connection to a proxy, and those of TLS with it. */
export const DIAL_TIMEOUT = 10_000;

export interface ProxyAddress {
	hostname: string;
	port: number;
	isEncrypted: boolean;
}

/** Opens a connection to a proxy. Throws RefusedTarget where the guard does not allow one of its addresses. */
export async function dialProxy(
	guard: Guard,
	{ hostname, port, isEncrypted }: ProxyAddress,
): Promise<Socket> {
	const host = bareHost(hostname);
	const literal = literalAddress(hostname);
	if (literal !== null && !isReachable(guard, { host, port, address: literal })) throw refusedBy(guard);
	const socket = connect({ host, port, lookup: guardedLookup(guard, port), noDelay: true });
	await opened(socket, 'connect');
	if (!isReachable(guard, { host, port, address: socket.remoteAddress ?? '' })) {
		socket.destroy();
		throw refusedBy(guard);
	}
	if (!isEncrypted) return socket;
	const encrypted = connectTls({ socket, ...(literal === null ? { servername: host } : {}), host });
	await opened(encrypted, 'secureConnect');
	return encrypted;
}

async function opened(socket: Socket, event: string): Promise<void> {
	try {
		await once(socket, event, { signal: AbortSignal.timeout(DIAL_TIMEOUT) });
	} catch (error) {
		socket.on('error', () => undefined);
		socket.destroy();
		throw error;
	}
}
