import type { InstanceId } from '../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, NetworkEvent, NetworkHost } from './driver.ts';

/** The connections this process holds, one an instance at most. */
export interface Connections {
	/** Begins linking a device; resolves when the first QR code (or the connection itself) is durable. */
	link(instanceId: InstanceId): Promise<void>;
	/** Opens an earlier connection again; resolves when the driver has begun. */
	resume(instanceId: InstanceId): Promise<void>;
	/** The connection messages can go out through, or null while there is none. */
	of(instanceId: InstanceId): NetworkConnection | null;
	/** Ends every connection; the sessions stay. */
	closeAll(): Promise<void>;
}

/** What connections need of the rest of the gateway. */
export interface ConnectionsPort {
	/** What a driver may ask of the store for one instance. */
	hostFor(instanceId: InstanceId): Omit<NetworkHost, 'report'>;
	/** Makes a report durable; see inbound/. */
	record(instanceId: InstanceId, events: readonly NetworkEvent[]): Promise<void>;
	/** Called when an instance can send from now on. */
	onConnected(instanceId: InstanceId): void;
}

interface Entry {
	connection: Promise<NetworkConnection>;
	/** Set once the network said, and the store holds, that the instance is connected. */
	connected: NetworkConnection | null;
	/** Settles with the first durable report. */
	firstReport: PromiseWithResolvers<void>;
}

/** Keeps one connection an instance, and passes on what the driver reports, in the order it reports it. */
export function createConnections(driver: NetworkDriver, port: ConnectionsPort): Connections {
	const entries = new Map<InstanceId, Entry>();

	function begin(instanceId: InstanceId, how: 'link' | 'resume'): Entry {
		const opened = Promise.withResolvers<NetworkConnection>();
		const entry: Entry = {
			connection: opened.promise,
			connected: null,
			firstReport: Promise.withResolvers(),
		};
		// Both are awaited by whoever began; nobody else has to handle their failure.
		entry.connection.catch(() => undefined);
		entry.firstReport.promise.catch(() => undefined);
		entries.set(instanceId, entry);

		const report = (events: readonly NetworkEvent[]) => take(instanceId, entry, events);
		driver[how](instanceId, { ...port.hostFor(instanceId), report }).then(
			opened.resolve,
			(error: unknown) => {
				if (entries.get(instanceId) === entry) entries.delete(instanceId);
				opened.reject(error);
				entry.firstReport.reject(error);
			},
		);
		return entry;
	}

	async function take(instanceId: InstanceId, entry: Entry, events: readonly NetworkEvent[]): Promise<void> {
		const connection = await entry.connection;
		if (entries.get(instanceId) !== entry) return;
		await port.record(instanceId, events);
		for (const { kind } of events) {
			if (kind === 'connected') {
				entry.connected = connection;
				port.onConnected(instanceId);
			}
			if (kind === 'disconnected' && entries.get(instanceId) === entry) entries.delete(instanceId);
		}
		entry.firstReport.resolve();
	}

	return {
		async link(instanceId) {
			const entry = entries.get(instanceId) ?? begin(instanceId, 'link');
			await entry.firstReport.promise;
		},
		async resume(instanceId) {
			const entry = entries.get(instanceId) ?? begin(instanceId, 'resume');
			await entry.connection;
		},
		of: (instanceId) => entries.get(instanceId)?.connected ?? null,
		async closeAll() {
			const closing = [...entries.values()].map(async ({ connection }) => (await connection).close());
			entries.clear();
			await Promise.allSettled(closing);
		},
	};
}
