import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import type { Socket } from 'node:net';
import { isLoopback, networkOf } from '../../../lib/guarded-http/address.ts';
import { createTally } from '../../../lib/tally.ts';

interface Options {
	/** Most connections at a time. */
	maxConnections: number;
	/** Whether clients connect by a proxy, so that many have one address. */
	behindProxy: boolean;
	onRefused: () => void;
}

/** The part of all connections that clients of one network may have. */
const SHARE_OF_NETWORK = 1 / 4;

/**
 * Refuses connections over `maxConnections`, and without a proxy also those over a quarter of it from one network;
 * programs on this machine are not limited so, because one of them may be a proxy.
 */
export const connectionCap = plugin((app: FastifyInstance, options: Options) => {
	const { maxConnections, behindProxy, onRefused } = options;
	const { server } = app;
	server.maxConnections = maxConnections;
	server.on('drop', onRefused);
	if (behindProxy) return Promise.resolve();
	const byNetwork = createTally();
	const ofNetwork = Math.ceil(maxConnections * SHARE_OF_NETWORK);
	server.on('connection', (socket: Socket) => {
		const { remoteAddress = '' } = socket;
		if (isLoopback(remoteAddress)) return;
		const network = networkOf(remoteAddress);
		if (byNetwork.of(network) >= ofNetwork) {
			onRefused();
			socket.destroy();
			return;
		}
		byNetwork.add(network, 1);
		socket.once('close', () => {
			byNetwork.add(network, -1);
		});
	});
	return Promise.resolve();
});
