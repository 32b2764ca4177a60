import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { ConnectMethod } from '../../domain/instances/instance.ts';
import type { Capability } from '../capabilities/capabilities.ts';
import type {
	DriverContext,
	LinkOptions,
	NetworkConnection,
	NetworkDriver,
	OfficialCredentials,
} from '../driver.ts';
import type { NetworkEvent } from '../network-event.ts';
import { connectionEnded, createEntry, openedOrNull, type ConnectionEntry } from './connection-entry.ts';
import type { InFlight } from './in-flight.ts';

/** The open connections of this process: at most one per instance. */
export interface Connections {
	/**
	 * Returns the capabilities of the open connection, or of the instance's last connect method; null: it was never
	 * connected, or the driver does not offer that method.
	 */
	capabilitiesOf(instance: { id: InstanceId; method: ConnectMethod | null }): ReadonlySet<Capability> | null;
	/**
	 * Starts linking a device. Resolves when the first QR code, or the connection itself, is durable. If the driver
	 * throws, disconnects the instance, even one that already showed a QR code, and rethrows.
	 */
	link(instanceId: InstanceId, options?: LinkOptions): Promise<void>;
	/**
	 * Connects through the official API, and replaces a connection that still shows a QR code. Resolves when the
	 * connection is durable. Calls `onVerified` after the credentials are verified and before anything is reported.
	 * Throws instance_already_connected, and what the driver throws; the earlier connection is kept then.
	 */
	connectOfficial(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		onVerified: () => Promise<void>,
	): Promise<void>;
	/** Reconnects with the stored session. Resolves when the driver has opened the connection. */
	resume(instanceId: InstanceId): Promise<void>;
	/** Returns the connection that can send messages, or null if the instance is not connected. */
	get(instanceId: InstanceId): NetworkConnection | null;
	/** Returns the connection of a device that is being linked, or null. */
	getLinking(instanceId: InstanceId): Promise<NetworkConnection | null>;
	/** Ends an instance's connection and its session. Resolves when the disconnection is durable. */
	disconnect(instanceId: InstanceId): Promise<void>;
	/** Closes an instance's connection without recording it. Keeps the session, which another gateway can resume. */
	drop(instanceId: InstanceId): Promise<void>;
	/** Closes all connections and keeps their sessions. From then on none is opened: service_unavailable. */
	closeAll(): Promise<void>;
}

export interface ConnectionsDeps {
	contextFor(instanceId: InstanceId): Omit<DriverContext, 'report'>;
	/** Acquires the lease of an instance. Throws service_unavailable if another gateway holds it. */
	acquireLease(instanceId: InstanceId): Promise<void>;
	/** Tracks reports until they are recorded. */
	inFlight: InFlight;
	/** Whether an error says that another gateway has the instance now. */
	isLeaseLost(error: unknown): boolean;
	/** Makes a report durable; see inbound/. */
	recordReport(instanceId: InstanceId, events: readonly NetworkEvent[]): Promise<void>;
	/** Publishes that an instance can send from now on, or that no gateway needs its lease any longer. */
	publish(change: { kind: 'instance_connected' | 'instance_disconnected'; instanceId: InstanceId }): void;
}

/** Keeps at most one connection per instance, and records what their driver reports, in order. */
export function createConnections(driver: NetworkDriver, deps: ConnectionsDeps): Connections {
	const entries = new Map<InstanceId, ConnectionEntry>();
	/**
	 * Connections that are being unlinked. They may still record what they have received: a driver sends nothing before
	 * that, not even that the device is unlinked.
	 */
	const unlinking = new Set<ConnectionEntry>();
	/** Pending official connections: a second one of the same instance waits for the first. */
	const verifying = new Map<InstanceId, Promise<unknown>>();
	let closed = false;

	/** A request to open a connection may get here only after the gateway began to stop. */
	function throwIfClosed(): void {
		if (!closed) return;
		throw new GatewayError('service_unavailable', 'The gateway is stopping. Try again in a moment.', {
			retryAfter: 5,
		});
	}

	function open(
		instanceId: InstanceId,
		connect: (context: DriverContext) => Promise<NetworkConnection>,
	): ConnectionEntry {
		throwIfClosed();
		const opened = Promise.withResolvers<NetworkConnection>();
		const entry = createEntry(opened.promise);
		entries.set(instanceId, entry);

		const report = (events: readonly NetworkEvent[]) => recordReport(instanceId, entry, events);
		connect({ ...deps.contextFor(instanceId), report }).then(opened.resolve, (error: unknown) => {
			if (entries.get(instanceId) === entry) entries.delete(instanceId);
			opened.reject(error);
			entry.firstReport.reject(error);
		});
		return entry;
	}

	/** Replaces an earlier connection only after the credentials are verified. */
	async function openOfficial(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		onVerified: () => Promise<void>,
	): Promise<void> {
		const opened = Promise.withResolvers<NetworkConnection>();
		const entry = createEntry(opened.promise);
		const report = (events: readonly NetworkEvent[]) => recordReport(instanceId, entry, events);
		const context = { ...deps.contextFor(instanceId), report };
		throwIfClosed();
		const connection = await driver.connectOfficial(instanceId, credentials, context);
		if (closed) await connection.close();
		throwIfClosed();
		const earlier = entries.get(instanceId);
		entries.set(instanceId, entry);
		// A caller that waits for its QR code reads the instance again and finds that it is connecting.
		earlier?.firstReport.resolve();
		earlier?.connection.then((link) => link.close()).catch(() => undefined);
		try {
			await onVerified();
		} catch (error) {
			entries.delete(instanceId);
			opened.reject(error);
			await connection.close();
			throw error;
		}
		opened.resolve(connection);
		await awaitFirstReport(instanceId, entry);
	}

	/** Closes the connection if its first report cannot be recorded. */
	async function awaitFirstReport(instanceId: InstanceId, entry: ConnectionEntry): Promise<void> {
		try {
			await entry.firstReport.promise;
		} catch (error) {
			if (entries.get(instanceId) === entry) entries.delete(instanceId);
			await entry.connection.then((connection) => connection.close()).catch(() => undefined);
			throw error;
		}
	}

	async function recordReport(
		instanceId: InstanceId,
		entry: ConnectionEntry,
		events: readonly NetworkEvent[],
	): Promise<void> {
		const connection = await entry.connection;
		// The driver must not acknowledge to the network what is not recorded: the next connection gets it again.
		const current = entries.get(instanceId);
		if (current !== entry && (current !== undefined || !unlinking.has(entry))) throw connectionEnded();
		try {
			await deps.inFlight.track(instanceId, () => deps.recordReport(instanceId, events));
		} catch (error) {
			// Another gateway may hold the lease now, or the instance was deleted: no report will be recorded here.
			entry.firstReport.reject(error);
			// Not kept for the time when this gateway has the instance again: it may be in any state then.
			if (deps.isLeaseLost(error) && entries.get(instanceId) === entry) {
				entries.delete(instanceId);
				connection.close().catch(() => undefined);
			}
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

	async function unlink(entry: ConnectionEntry): Promise<void> {
		unlinking.add(entry);
		try {
			await (await openedOrNull(entry))?.unlink();
		} finally {
			unlinking.delete(entry);
		}
	}

	return {
		capabilitiesOf({ id, method }) {
			const connected = entries.get(id)?.connected?.capabilities;
			return connected ?? (method === null ? null : (driver.capabilities[method] ?? null));
		},
		async link(instanceId, options = { pairingPhone: null }) {
			await deps.acquireLease(instanceId);
			const entry =
				entries.get(instanceId) ?? open(instanceId, (context) => driver.link(instanceId, context, options));
			try {
				await awaitFirstReport(instanceId, entry);
			} catch (error) {
				// A QR code that was shown before is void, so the instance must not wait for a scan any more.
				await deps.recordReport(instanceId, [{ kind: 'disconnected', reason: 'connection_lost' }]);
				deps.publish({ kind: 'instance_disconnected', instanceId });
				throw error;
			}
		},
		async connectOfficial(instanceId, credentials, onVerified) {
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
			const opening = openOfficial(instanceId, credentials, onVerified).finally(() =>
				verifying.delete(instanceId),
			);
			verifying.set(instanceId, opening);
			await opening;
		},
		async resume(instanceId) {
			// An earlier connection may still record sends and reports that the store rejected for a while. Only after that
			// does the store show which receipts are outstanding.
			if (!entries.has(instanceId)) await deps.inFlight.drain(instanceId);
			// Last, because that may take so long that another gateway gets the instance meanwhile.
			await deps.acquireLease(instanceId);
			const entry =
				entries.get(instanceId) ?? open(instanceId, (context) => driver.resume(instanceId, context));
			await entry.connection;
		},
		async disconnect(instanceId) {
			const entry = entries.get(instanceId);
			// With an open connection no lease is acquired: an instance deleted meanwhile has none, but must disconnect too.
			if (entry === undefined) await deps.acquireLease(instanceId);
			entries.delete(instanceId);
			if (entry !== undefined) await unlink(entry);
			await deps.recordReport(instanceId, [{ kind: 'disconnected', reason: 'user_request' }]);
			deps.publish({ kind: 'instance_disconnected', instanceId });
			// A caller that waits for the connection reads the instance again and finds it disconnected.
			entry?.firstReport.resolve();
		},
		async drop(instanceId) {
			const entry = entries.get(instanceId);
			entries.delete(instanceId);
			await (await openedOrNull(entry))?.close();
			// A caller that waits for the connection reads the instance again.
			entry?.firstReport.resolve();
		},
		get: (instanceId) => entries.get(instanceId)?.connected ?? null,
		getLinking(instanceId) {
			const entry = entries.get(instanceId);
			return entry?.connected === null ? openedOrNull(entry) : Promise.resolve(null);
		},
		async closeAll() {
			closed = true;
			const closing = [...entries.values()].map(async ({ connection }) => (await connection).close());
			entries.clear();
			await Promise.allSettled(closing);
		},
	};
}
