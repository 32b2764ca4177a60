import type { Dispatcher } from 'undici';
import type { DeviceDeps } from '../connected-device.ts';
import { fileDispatcher } from '../files/file-dispatcher.ts';
import type { ConnectionDeps } from '../socket/open-connection.ts';
import { createTunnels } from './open-tunnel.ts';
import { fileAgent, webSocketAgent } from './proxy-clients.ts';

/** The HTTP clients of a device: those through its proxy, or the gateway's own. */
export interface DeviceClients {
	/** For the files of messages. */
	agent: Dispatcher;
	/** Returns the clients that Baileys uses for one connection. */
	ofConnection(): Pick<ConnectionDeps, 'dispatcher' | 'webSocketAgent'>;
	/** Ends the downloads through the proxy. */
	close(): void;
}

export function createClients(
	proxyUrl: string | null,
	{ agent, clock, proxyGuard, url }: Pick<DeviceDeps, 'agent' | 'clock' | 'proxyGuard' | 'url'>,
): DeviceClients {
	if (proxyUrl === null) {
		const dispatcher = fileDispatcher(agent, clock);
		return { agent, ofConnection: () => ({ dispatcher }), close: () => undefined };
	}
	const tunnels = createTunnels(proxyUrl, proxyGuard);
	const proxied = fileAgent(tunnels);
	const dispatcher = fileDispatcher(proxied, clock);
	return {
		agent: proxied,
		ofConnection: () => ({ dispatcher, webSocketAgent: webSocketAgent(tunnels, url) }),
		close() {
			proxied.destroy().catch(() => undefined);
		},
	};
}
