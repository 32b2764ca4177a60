import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import type { Socket } from 'node:net';
import { isLoopback, networkOf } from '../../../lib/guarded-http/address.ts';

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
	const byNetwork = new Map<string, number>();
	const ofNetwork = Math.ceil(maxConnections * SHARE_OF_NETWORK);
	server.on('connection', (socket: Socket) => {
		const { remoteAddress = '' } = socket;
		if (isLoopback(remoteAddress)) return;
		const network = networkOf(remoteAddress);
		const open = byNetwork.get(network) ?? 0;
		if (open >= ofNetwork) {
			onRefused();
			socket.destroy();
			return;
		}
		byNetwork.set(network, open + 1);
		socket.once('close', () => {
			const left = (byNetwork.get(network) ?? 1) - 1;
			if (left === 0) byNetwork.delete(network);
			else byNetwork.set(network, left);
		});
	});
	return Promise.resolve();
});
