import type { Cancel, Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId, ProcessId } from '../domain/ids.ts';
import { batchReads } from '../lib/concurrency/batch.ts';
import { repeatEvery } from '../lib/loops/repeat-every.ts';
import { sealText, unsealText, type SealedText } from '../lib/crypto/sealed-text.ts';
import { CannotUnseal, type Sealer } from '../lib/crypto/sealer.ts';
import type { RandomBytes } from '../runtime/system.ts';
import { findLeaseHolders } from '../store/cluster/leases.ts';
import {
	clusterStateOf,
	HEARTBEAT,
	UPSERT_PROCESS,
	type ClusterState,
	type HeartbeatRow,
	type UpsertedProcessRow,
} from '../store/cluster/cluster-state.ts';
import { deleteProcess, TRY_LOCK_PROCESS } from '../store/cluster/processes.ts';
import {
	isLockTimeout,
	notify,
	openPostgresSession,
	type PostgresSession,
} from '../store/engine/postgres/session.ts';
import { IDLE_SESSIONS } from '../store/engine/postgres/silent-connections.ts';
import type { Store } from '../store/store.ts';
import { ALWAYS_OWNED, createHeldLeases, type HeldLeases } from './held-leases.ts';
import { createNotifyBridge } from './notify-bridge.ts';
import type { Peers } from './peers.ts';

/** Milliseconds between two heartbeats. */
const HEARTBEAT_INTERVAL = 1000;

/** Milliseconds between two checks for silent connections. */
const SILENCE_INTERVAL = 1000;

/** The place that the secrets of processes are sealed for. */
const SECRET_PLACE = 'processes.secret';

/** This gateway as a node of the cluster of gateways on its database. */
export interface ClusterNode {
	/** Null on a single node. */
	id: ProcessId | null;
	leases: HeldLeases;
	/** Null on a single node. */
	peers: Peers | null;
	/** Returns how many gateways use the database, as of the last heartbeat. */
	gateways: () => number;
	/** Calls a listener with the state of the cluster after each heartbeat. A single node has no heartbeats. */
	onHeartbeat(listener: (state: ClusterState) => void): Cancel;
	/**
	 * Calls a listener, after each heartbeat, with the version that has upgraded the database so that this one cannot work
	 * on it. Never on a single node: nobody else upgrades the database that it has locked.
	 */
	onIncompatible(listener: (version: string) => void): Cancel;
	/** Returns a unique token for a claim of deliveries. */
	claimToken(): string;
	/** Registers the node with the URL at which its peers reach it, and starts its heartbeat. */
	join(url: string): Promise<void>;
	/** Unregisters the node, so that its peers may acquire its leases at once, and ends its heartbeat. */
	leave(): Promise<void>;
}

export interface NodeDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	entropy: RandomBytes;
	/** Seals the secret with which peers sign. */
	sealer: Sealer;
	onError: (error: unknown) => void;
}

/** Creates the only node on its database, which holds the leases of all instances. */
export function singleNode({ entropy }: Pick<NodeDeps, 'entropy'>): ClusterNode {
	return {
		id: null,
		leases: ALWAYS_OWNED,
		peers: null,
		gateways: () => 1,
		onHeartbeat: () => () => undefined,
		onIncompatible: () => () => undefined,
		claimToken: () => tokenOf(entropy),
		join: () => Promise.resolve(),
		leave: () => Promise.resolve(),
	};
}

/** Creates one of several nodes on a PostgreSQL database, which share the instances by leases. */
export function multiNode(
	databaseUrl: string,
	{ store, clock, newId, entropy, sealer, onError }: NodeDeps,
): ClusterNode {
	const id = newId('proc');
	// 31 random bits: the id of the advisory lock, whose release shows the peers at once that this process has ended.
	const process = { id, lock_id: entropy(4).readUInt32BE() >>> 1, secret: tokenOf(entropy) };
	const sealedSecret = sealText(sealer, process.secret, SECRET_PLACE);
	const leases = createHeldLeases(store, id);
	store.listen((signal) => {
		if (signal.kind === 'instance_disconnected') leases.release(signal.instanceId).catch(onError);
	});
	const bridge = createNotifyBridge({
		processId: id,
		clock,
		holdsLease: (instanceId) => leases.holds(instanceId),
		send: (text) => notify(store.read, text),
		publish: store.publish,
		onError,
	});
	const findLeaseHolder = batchReads(async (instanceIds: readonly InstanceId[]) => {
		const holders = await findLeaseHolders(store.read, instanceIds);
		return instanceIds.map((instanceId) => holders.get(instanceId));
	});
	let session: PostgresSession | null = null;
	let gateways = 1;
	const listeners = new Set<(state: ClusterState) => void>();
	const incompatibleListeners = new Set<(version: string) => void>();
	const stop: Cancel[] = [];

	return {
		id,
		leases,
		peers: {
			id,
			secret: process.secret,
			async leaseHolder(instanceId) {
				const owner = await findLeaseHolder(instanceId as InstanceId);
				if (owner === undefined || owner.id === id) return null;
				return { id: owner.id, url: owner.url, secret: unsealPeerSecret(sealer, owner.secret) };
			},
		},
		gateways: () => gateways,
		onHeartbeat(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		onIncompatible(listener) {
			incompatibleListeners.add(listener);
			return () => incompatibleListeners.delete(listener);
		},
		// By the process id the peers release the claims of a process that crashed.
		claimToken: () => `${id}:${tokenOf(entropy)}`,
		async join(url) {
			stop.push(store.listen(bridge.publish));
			let locked = false;
			const opened = await openPostgresSession({
				url: databaseUrl,
				clock,
				onNotification: bridge.receive,
				onConnect: () => {
					locked = false;
					bridge.connected();
					store.publish({ kind: 'feed_gap' });
				},
				onError,
			});
			session = opened;
			// On the session's own connection, so that neither commits nor new connections delay a heartbeat.
			const heartbeat = async (): Promise<void> => {
				const values = [id, url, process.lock_id, sealedSecret, store.schema];
				const row = await sendHeartbeat(opened, values);
				if (!locked) {
					const [lock] = await opened.query<{ locked: boolean }>(TRY_LOCK_PROCESS, [process.lock_id]);
					locked = lock?.locked === true;
				}
				const { newer_version: version } = row;
				if (version !== null) for (const listener of incompatibleListeners) listener(version);
				if (!('processes' in row)) return;
				const state = clusterStateOf(row);
				gateways = state.processes;
				for (const listener of listeners) listener(state);
			};
			const endSilentConnections = (): Promise<void> =>
				store.endSilentConnections(async (sessions) => {
					const idle = await opened.query<{ pid: number }>(IDLE_SESSIONS, [sessions]);
					return idle.map(({ pid }) => pid);
				});
			await heartbeat();
			stop.push(repeatEvery(clock, HEARTBEAT_INTERVAL, heartbeat, onError));
			// Apart from the heartbeat, which reports the same errors, and may wait for seconds where all connections are silent.
			stop.push(repeatEvery(clock, SILENCE_INTERVAL, endSilentConnections, () => undefined));
		},
		async leave() {
			for (const end of stop.splice(0)) end();
			if (session === null) return;
			await store.commit(({ db }) => deleteProcess(db, id)).catch(onError);
			await bridge.close();
			await session.close();
		},
	};
}

/** Records that the process is alive. Also reads the state of the cluster, unless one of its tables is locked. */
async function sendHeartbeat(
	session: Pick<PostgresSession, 'query'>,
	values: readonly unknown[],
): Promise<HeartbeatRow | UpsertedProcessRow> {
	const first = async <Row extends UpsertedProcessRow>(text: string): Promise<Row> => {
		const [row] = await session.query<Row>(text, values);
		if (row === undefined) throw new Error('The database returned no row for a heartbeat.');
		return row;
	};
	try {
		return await first<HeartbeatRow>(HEARTBEAT);
	} catch (error) {
		if (!isLockTimeout(error)) throw error;
		return first<UpsertedProcessRow>(UPSERT_PROCESS);
	}
}

/** Throws service_unavailable for the secret of a gateway of an earlier version, which does not seal it. */
function unsealPeerSecret(sealer: Sealer, sealed: SealedText): string {
	try {
		return unsealText(sealer, sealed, SECRET_PLACE);
	} catch (error) {
		if (!(error instanceof CannotUnseal)) throw error;
		throw new GatewayError(
			'service_unavailable',
			'The gateway that runs this instance is of another version. Run the same version everywhere, then try again.',
			{ retryAfter: 3, cause: error },
		);
	}
}

function tokenOf(entropy: RandomBytes): string {
	return entropy(16).toString('base64url');
}
