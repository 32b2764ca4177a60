import { GatewayError } from '../../domain/error.ts';
import type { NetworkConnection } from '../driver.ts';

/** A connection of an instance, from the moment it is being opened. */
export interface ConnectionEntry {
	connection: Promise<NetworkConnection>;
	/** Set after the driver's `connected` event is durable. */
	connected: NetworkConnection | null;
	/** Resolves when the first report is durable; rejects if there will be none. */
	firstReport: PromiseWithResolvers<void>;
}

/** Returns the error for a report of a connection that another one has replaced. */
export function connectionEnded(): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'The connection of this instance has just ended. Send the request again in a few seconds.',
		{ retryAfter: 3 },
	);
}

/** Returns the connection of an entry; null: there is no entry, or its connection could not be opened. */
export async function openedOrNull(entry: ConnectionEntry | undefined): Promise<NetworkConnection | null> {
	return entry?.connection.catch(() => null) ?? null;
}

/** Creates the entry of a connection that is being opened. */
export function createEntry(connection: Promise<NetworkConnection>): ConnectionEntry {
	const entry: ConnectionEntry = { connection, connected: null, firstReport: Promise.withResolvers() };
	// The caller that opened the connection awaits both. Without these handlers, a rejection before that is unhandled.
	entry.connection.catch(() => undefined);
	entry.firstReport.promise.catch(() => undefined);
	return entry;
}
