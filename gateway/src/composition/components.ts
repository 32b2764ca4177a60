import type { ClusterNode } from '../cluster/node.ts';
import type { Config } from '../config/config.ts';
import { installationOf, openDataKey } from '../encryption/data-key.ts';
import type { Dependencies } from '../http/server/dependencies.ts';
import type { Reconnector } from '../instances/reconnect.ts';
import { startJobs } from './jobs.ts';
import type { OwnEndpoint } from '../lib/guarded-http/own-endpoint.ts';
import { createSealer } from '../lib/crypto/sealer.ts';
import type { Connections } from '../network/connections/connections.ts';
import type { DeliveryWorker } from '../webhooks/worker.ts';
import { createDeliveries } from './deliveries.ts';
import { createNetworks } from './networks.ts';
import { openFiles } from './open-files.ts';
import { createOwnership } from './ownership.ts';
import type { ComponentDeps } from './component-deps.ts';
import { createReports } from './reports.ts';
import { createRouteDependencies } from './route-dependencies.ts';
import { startSending } from './sending.ts';
import { createHttpClients } from './http-clients.ts';

/** The components of a gateway that gateway.ts starts, connects or passes to the routes. */
export interface Components {
	/** The dependencies of the routes. */
	dependencies: Dependencies;
	node: ClusterNode;
	connections: Connections;
	reconnector: Reconnector;
	worker: DeliveryWorker;
	ownEndpoint: OwnEndpoint;
	onClusterError: (error: unknown) => void;
}

/**
 * Creates the components of a gateway on an open store, top to bottom: each depends only on those above it. A
 * component that needs updates of a later one subscribes to the store's signals. Each component registers its release on
 * the line after its creation.
 */
export async function createComponents(config: Config, deps: ComponentDeps): Promise<Components> {
	const { store, clock, realClock, entropy, newId, logger, observability, shutdownHooks } = deps;

	// 1. The key of stored secrets, the HTTP clients, the files.
	const dataKey = await openDataKey(store, config, { clock: realClock, entropy });
	const sealer = createSealer(dataKey, entropy);
	const httpClients = createHttpClients(config, deps);
	const media = await openFiles(config, deps, { httpClients, installation: installationOf(dataKey) });

	// 2. The instances that this node drives.
	const ownership = createOwnership(config, deps, sealer);
	const { node, onClusterError } = ownership;

	// 3. Deliveries to webhooks.
	const deliveries = createDeliveries(config, deps, { ...httpClients, node, sealer });

	// 4. What networks report.
	const reports = createReports(deps, { ownership, media });

	// 5. Connections to the network.
	const networks = createNetworks(config, deps, { sealer, httpClients, media, ownership, reports });

	// 6. Messages to the network.
	const sending = startSending(config, deps, { media, ownership, reports, networks });

	// 7. Periodic jobs, and the dependencies of the routes.
	const { metrics } = observability;
	const { retention } = config;
	const { gateways } = node;
	startJobs({ store, clock, realClock, newId, media, metrics, logger, retention, gateways }, shutdownHooks);
	const components = { sealer, httpClients, media, ownership, deliveries, reports, networks, sending };
	const dependencies = createRouteDependencies(config, deps, components);

	const { connections, reconnector } = networks;
	const { worker } = deliveries;
	const { ownEndpoint } = httpClients;
	return { dependencies, node, connections, reconnector, worker, ownEndpoint, onClusterError };
}
