import type { Config } from '../config/config.ts';
import { createDriverContext } from '../inbound/driver-context.ts';
import { createDriverReads } from '../inbound/driver-reads.ts';
import { createReconnector, type Reconnector } from '../instances/reconnect.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import { mediaFileAt } from '../media/storage/media-storage.ts';
import type { Media } from '../media/media.ts';
import { createConnections, type Connections } from '../network/connections/connections.ts';
import { createNetwork, type Network } from '../network/create-network.ts';
import { scopedDriver } from '../network/connections/scoped-driver.ts';
import { LeaseLost } from '../store/cluster/leases.ts';
import type { Ownership } from './ownership.ts';
import type { ComponentDeps } from './component-deps.ts';
import type { Reports } from './reports.ts';
import type { HttpClients } from './http-clients.ts';

/** The connections of instances to their network. */
export interface Networks {
	network: Network;
	connections: Connections;
	reconnector: Reconnector;
}

interface NetworksDeps {
	sealer: Sealer;
	httpClients: HttpClients;
	media: Media;
	ownership: Ownership;
	reports: Reports;
}

export function createNetworks(
	config: Config,
	deps: ComponentDeps,
	{ sealer, httpClients, media, ownership, reports }: NetworksDeps,
): Networks {
	const { store, clock, logger, shutdownHooks } = deps;
	const { leases, transfers, acquireLease } = ownership;
	const { inFlight, recorder, acknowledgements } = reports;
	const network = openNetwork(config, deps, { sealer, httpClients, media });
	const driver = scopedDriver(network.driver, deps.scopes, (instanceId, error) => {
		deps.observability.metrics.networkFault('escaped_error');
		logger.error({ err: error, instanceId }, 'an error escaped a connection; the connection is opened again');
		store.publish({ kind: 'connection_failed', instanceId });
	});
	const contextDeps = {
		store,
		reads: createDriverReads(store.read),
		fence: leases.fence,
		folder: media.folder,
		sealer,
		acknowledgements,
	};
	const connections = createConnections(driver, {
		inFlight,
		contextFor: (instanceId) => createDriverContext(contextDeps, instanceId),
		acquireLease,
		isLeaseLost: (error) => error instanceof LeaseLost,
		recordReport: (instanceId, events) =>
			transfers.whileRecording(instanceId, events, () => recorder.recordReport(instanceId, events)),
		publish: store.publish,
	});
	shutdownHooks.add('connections', () => connections.closeAll());
	const reconnector = createReconnector({
		store,
		clock,
		connections,
		fence: leases.fence,
		acquireLease,
		onError: (error, instanceId) => {
			logger.error({ err: error, instanceId }, 'a connection could not be opened again');
		},
	});
	shutdownHooks.add('reconnector', () => {
		reconnector.stop();
	});
	return { network, connections, reconnector };
}

function openNetwork(
	config: Config,
	{ clock, simulated, entropy, scopes, logger, observability: { metrics }, shutdownHooks }: ComponentDeps,
	{ sealer, httpClients, media }: Pick<NetworksDeps, 'sealer' | 'httpClients' | 'media'>,
): Network {
	const network = createNetwork(config, {
		clock,
		steps: simulated?.steps ?? clock,
		entropy,
		sealer,
		log: logger,
		client: httpClients.files,
		// The operator's users set a proxy, as they set the receivers of webhooks.
		proxyGuard: httpClients.guard,
		scopes,
		count: metrics.networkFault,
		files: {
			save: (owner, source) => media.folder.receive(owner, source),
			discard: (path) => media.folder.discard(mediaFileAt(path)),
		},
		onNotice: (instanceId, { network: name, topic, notice }) => {
			metrics.networkNoticed(name, topic);
			logger.warn({ instanceId, network: name, notice }, 'the network sent a notice about an account');
		},
	});
	shutdownHooks.add('network', () => network.close());
	return network;
}
