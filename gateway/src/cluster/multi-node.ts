import type { ProcessId } from '../domain/ids.ts';
import { findLeaseHolder } from '../store/cluster/leases.ts';
import { notify } from '../store/engine/postgres/session.ts';
import type { Cluster, ClusterDeps } from './single-node.ts';
import { createNotifyBridge } from './notify-bridge.ts';
import { joinProcesses, type Membership } from './membership.ts';
import { createLeaseManager } from './lease-manager.ts';

/** Who this gateway is among those on its database. */
export interface NodeIdentity {
	id: ProcessId;
	/** Names its advisory lock; 31 random bits. */
	lock_id: number;
	/** What the others sign with when they pass a request on to it. */
	secret: string;
}

/** One of the gateways on a PostgreSQL database: instances are spread over them by lease. */
export function multiNode(port: ClusterDeps, databaseUrl: string, self: NodeIdentity): Cluster {
	const { store, clock } = port;
	const leases = createLeaseManager(store, self.id);
	const announcements = createNotifyBridge({
		processId: self.id,
		clock,
		drives: (instanceId) => leases.holds(instanceId),
		send: (text) => notify(store.read, text),
		publish: store.publish,
		onError: (error) => {
			port.onError(error);
		},
	});
	const stopTelling = store.listen((signal) => {
		announcements.publish(signal);
	});
	let membership: Membership | null = null;

	return {
		leases,
		peers: {
			secret: self.secret,
			async leaseHolder(instanceId) {
				const owner = await findLeaseHolder(store.read, instanceId);
				return owner === undefined || owner.id === self.id ? null : owner;
			},
		},
		// The others recognise by its beginning what a process that died had claimed.
		claimToken: () => `${self.id}:${port.token()}`,
		async join(url) {
			membership = await joinProcesses({
				store,
				databaseUrl,
				clock,
				process: { ...self, url },
				ownership: leases,
				resume: (instanceIds) =>
					instanceIds.length === 0 ? Promise.resolve() : port.resume(new Set(instanceIds)),
				drop: (instanceId) => port.drop(instanceId),
				wakeWorker: () => {
					port.wakeWorker();
				},
				heard: (text) => {
					announcements.receive(text);
				},
				missed: () => {
					store.publish({ kind: 'feed_gap' });
				},
				onError: (error) => {
					port.onError(error);
				},
			});
			port.wakeWorker();
			await membership.begin();
		},
		pause() {
			stopTelling();
			membership?.pause();
		},
		async leave() {
			await membership?.leave();
		},
	};
}
