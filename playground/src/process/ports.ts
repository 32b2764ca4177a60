import { once } from 'node:events';
import net from 'node:net';
import { errorCode } from './error-code.ts';

/** Tries to listen on a loopback port. Returns the system's error code; undefined when the port is free. */
export async function getPortError(port: number): Promise<string | undefined> {
	const server = net.createServer();
	try {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
		return undefined;
	} catch (error) {
		return errorCode(error) ?? String(error);
	} finally {
		server.close();
	}
}

/** Returns a free loopback port. */
export async function findFreePort(): Promise<number> {
	const server = net.createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('The system assigned no port.');
	return address.port;
}
