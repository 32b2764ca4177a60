import { acquireOrThrow, type HeldLeases } from '../cluster/held-leases.ts';
import { multiNode, singleNode, type ClusterNode } from '../cluster/node.ts';
import type { Config } from '../config/config.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import { errorLogger } from '../observability/log.ts';
import { createTransfers, type Transfers } from '../outbound/sending/transfers.ts';
import type { ComponentDeps } from './component-deps.ts';

/** The instances whose connections this node drives. */
export interface Ownership {
	node: ClusterNode;
	leases: HeldLeases;
	transfers: Transfers;
	/**
	 * Acquires the lease of an instance, and takes over the sends that another node left. Throws where another node
	 * holds the lease.
	 */
	acquireLease: (instanceId: InstanceId) => Promise<void>;
	onClusterError: (error: unknown) => void;
}

export function createOwnership(
	{ databaseUrl }: Config,
	{ store, realClock, newId, entropy, logger, shutdownHooks }: ComponentDeps,
	sealer: Sealer,
): Ownership {
	const onClusterError = errorLogger(logger)(
		'the other gateways on the database could not be reached; this one retries',
	);
	const nodeDeps = { store, clock: realClock, newId, entropy, sealer, onError: onClusterError };
	const node = databaseUrl === null ? singleNode(nodeDeps) : multiNode(databaseUrl, nodeDeps);
	shutdownHooks.add('node', () => node.leave());
	const { leases } = node;
	const transfers = createTransfers({
		store,
		clock: realClock,
		leases,
		isStopping: () => shutdownHooks.isStopping(),
	});
	return {
		node,
		leases,
		transfers,
		async acquireLease(instanceId) {
			await acquireOrThrow(leases, instanceId);
			await transfers.takeOver(instanceId);
		},
		onClusterError,
	};
}
