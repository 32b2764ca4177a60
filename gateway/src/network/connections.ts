import { GatewayError } from '../domain/error.ts';
import type { InstanceId } from '../domain/ids.ts';
import type { ConnectMethod } from '../domain/instance.ts';
import type { Capability } from './capabilities.ts';
import type {
	NetworkConnection,
	NetworkDriver,
	NetworkEvent,
	DriverContext,
	OfficialCredentials,
} from './driver.ts';
import type { InFlight } from './in-flight.ts';

/** The connections this process holds, one an instance at most. */
export interface Connections {
	/** What an instance can do, as it is connected or was last; null: no such connection is possible here. */
	capabilitiesOf(instance: { id: InstanceId; method: ConnectMethod | null }): ReadonlySet<Capability> | null;
	/**
	 * Begins linking a device; resolves when the first QR code (or the connection itself) is durable. Throws what the
	 * driver throws; the instance is disconnected then, also where it waited for a scan before.
	 */
	link(instanceId: InstanceId): Promise<void>;
	/**
	 * Connects through the official API, in place of a QR code on show; resolves when the connection is durable.
	 * `opening` is called once the credentials are verified, before anything is reported. Throws
	 * instance_already_connected, and what the driver throws; then all is as it was before.
	 */
	connectOfficial(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		opening: () => Promise<void>,
	): Promise<void>;
	/** Opens an earlier connection again; resolves when the driver has begun. */
	resume(instanceId: InstanceId): Promise<void>;
	/** The connection messages can go out through, or null while there is none. */
	get(instanceId: InstanceId): NetworkConnection | null;
	/** Ends an instance's connection and its session; resolves when the disconnection is durable. */
	disconnect(instanceId: InstanceId): Promise<void>;
	/** Ends an instance's connection here and records nothing; the session stays, for another gateway. */
	drop(instanceId: InstanceId): Promise<void>;
	/** Ends every connection; the sessions stay. */
	closeAll(): Promise<void>;
}

/** What connections need of the rest of the gateway. */
export interface ConnectionsDeps {
	/** What a driver may ask of the store for one instance. */
	contextFor(instanceId: InstanceId): Omit<DriverContext, 'report'>;
	/** Acquires the lease of an instance. Throws service_unavailable where another gateway has it. */
	acquireLease(instanceId: InstanceId): Promise<void>;
	/** Sends and reports that are not recorded yet. */
	inFlight: InFlight;
	/** Makes a report durable; see inbound/. */
	recordReport(instanceId: InstanceId, events: readonly NetworkEvent[]): Promise<void>;
	/**
	 * Publishes that an instance can send from now on, or that it is disconnected, so that no gateway has to keep its
	 * lease.
	 */
	publish(change: { kind: 'instance_connected' | 'instance_disconnected'; instanceId: InstanceId }): void;
}

interface Entry {
	connection: Promise<NetworkConnection>;
	/** Set once the network said, and the store holds, that the instance is connected. */
	connected: NetworkConnection | null;
	/** Settles with the first durable report, or when none will be. */
	firstReport: PromiseWithResolvers<void>;
}

/** Keeps one connection an instance, and passes on what the driver reports, in the order it reports it. */
export function createConnections(driver: NetworkDriver, deps: ConnectionsDeps): Connections {
	const entries = new Map<InstanceId, Entry>();
	/** Official connections under way: a second one of the same instance waits for the first. */
	const verifying = new Map<InstanceId, Promise<unknown>>();

	function begin(instanceId: InstanceId, how: 'link' | 'resume'): Entry {
		const opened = Promise.withResolvers<NetworkConnection>();
		const entry = newEntry(opened.promise);
		entries.set(instanceId, entry);

		const report = (events: readonly NetworkEvent[]) => take(instanceId, entry, events);
		driver[how](instanceId, { ...deps.contextFor(instanceId), report }).then(
			opened.resolve,
			(error: unknown) => {
				if (entries.get(instanceId) === entry) entries.delete(instanceId);
				opened.reject(error);
				entry.firstReport.reject(error);
			},
		);
		return entry;
	}

	/** The new entry takes the place of an earlier one only when the credentials are verified. */
	async function official(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		opening: () => Promise<void>,
	): Promise<void> {
		const opened = Promise.withResolvers<NetworkConnection>();
		const entry = newEntry(opened.promise);
		const report = (events: readonly NetworkEvent[]) => take(instanceId, entry, events);
		const host = { ...deps.contextFor(instanceId), report };
		const connection = await driver.connectOfficial(instanceId, credentials, host);
		const earlier = entries.get(instanceId);
		entries.set(instanceId, entry);
		// Whoever waits for its QR code looks again, and finds the instance connecting.
		earlier?.firstReport.resolve();
		earlier?.connection.then((link) => link.close()).catch(() => undefined);
		try {
			await opening();
		} catch (error) {
			entries.delete(instanceId);
			opened.reject(error);
			await connection.close();
			throw error;
		}
		opened.resolve(connection);
		await firstReportOf(instanceId, entry);
	}

	/** Waits for it; a connection that nothing can be recorded of is closed. */
	async function firstReportOf(instanceId: InstanceId, entry: Entry): Promise<void> {
		try {
			await entry.firstReport.promise;
		} catch (error) {
			if (entries.get(instanceId) === entry) entries.delete(instanceId);
			await entry.connection.then((connection) => connection.close()).catch(() => undefined);
			throw error;
		}
	}

	async function take(instanceId: InstanceId, entry: Entry, events: readonly NetworkEvent[]): Promise<void> {
		const connection = await entry.connection;
		if (entries.get(instanceId) !== entry) return;
		try {
			await deps.inFlight.track(instanceId, () => deps.recordReport(instanceId, events));
		} catch (error) {
			// Another process may drive the instance now, or nobody, because it was deleted: nobody need wait here.
			entry.firstReport.reject(error);
			throw error;
		}
		for (const { kind } of events) {
			if (kind === 'connected') {
				entry.connected = connection;
				deps.publish({ kind: 'instance_connected', instanceId });
			}
			if (kind === 'connecting') entry.connected = null;
			if (kind === 'disconnected' && entries.get(instanceId) === entry) {
				entries.delete(instanceId);
				deps.publish({ kind: 'instance_disconnected', instanceId });
			}
		}
		entry.firstReport.resolve();
	}

	return {
		capabilitiesOf({ id, method }) {
			const connected = entries.get(id)?.connected?.capabilities;
			return connected ?? (method === null ? null : (driver.capabilities[method] ?? null));
		},
		async link(instanceId) {
			await deps.acquireLease(instanceId);
			const entry = entries.get(instanceId) ?? begin(instanceId, 'link');
			try {
				await firstReportOf(instanceId, entry);
			} catch (error) {
				// There is no code to scan, whatever was on show before: the instance waits for nothing any more.
				await deps.recordReport(instanceId, [{ kind: 'disconnected', reason: 'connection_lost' }]);
				deps.publish({ kind: 'instance_disconnected', instanceId });
				throw error;
			}
		},
		async connectOfficial(instanceId, credentials, opening) {
			await deps.acquireLease(instanceId);
			for (let first = verifying.get(instanceId); first !== undefined; first = verifying.get(instanceId)) {
				await first.catch(() => undefined);
			}
			if (entries.get(instanceId)?.connected) {
				throw new GatewayError(
					'instance_already_connected',
					'The instance was connected a moment ago. There is nothing to do.',
				);
			}
			const work = official(instanceId, credentials, opening).finally(() => verifying.delete(instanceId));
			verifying.set(instanceId, work);
			await work;
		},
		async resume(instanceId) {
			await deps.acquireLease(instanceId);
			// What an earlier connection took over or told here, while the store was away, comes first: only then can it be
			// said what the network still owes.
			if (!entries.has(instanceId)) await deps.inFlight.drain(instanceId);
			const entry = entries.get(instanceId) ?? begin(instanceId, 'resume');
			await entry.connection;
		},
		async disconnect(instanceId) {
			const entry = entries.get(instanceId);
			// One that was deleted meanwhile is nobody's to drive, and its connection ends all the same.
			if (entry === undefined) await deps.acquireLease(instanceId);
			entries.delete(instanceId);
			if (entry !== undefined) await (await entry.connection).unlink();
			await deps.recordReport(instanceId, [{ kind: 'disconnected', reason: 'user_request' }]);
			deps.publish({ kind: 'instance_disconnected', instanceId });
			// Whoever still waits for the connection looks again, and finds it ended.
			entry?.firstReport.resolve();
		},
		async drop(instanceId) {
			const entry = entries.get(instanceId);
			entries.delete(instanceId);
			await (await entry?.connection)?.close();
			// Whoever still waits for the connection looks again.
			entry?.firstReport.resolve();
		},
		get: (instanceId) => entries.get(instanceId)?.connected ?? null,
		async closeAll() {
			const closing = [...entries.values()].map(async ({ connection }) => (await connection).close());
			entries.clear();
			await Promise.allSettled(closing);
		},
	};
}

function newEntry(connection: Promise<NetworkConnection>): Entry {
	const entry: Entry = { connection, connected: null, firstReport: Promise.withResolvers() };
	// Both are awaited by whoever began; nobody else has to handle their failure.
	entry.connection.catch(() => undefined);
	entry.firstReport.promise.catch(() => undefined);
	return entry;
}
