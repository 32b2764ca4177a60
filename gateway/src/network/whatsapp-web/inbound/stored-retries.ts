import type { Cancel } from '../../../domain/clock.ts';
import type { Device } from '../device.ts';

/** Milliseconds before each retry on the same connection, which may last for weeks; the last one repeats. */
const RETRY_DELAYS = [30_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];

/** A connection, as far as retries depend on it. */
interface Connection {
	socket: { ws: { readonly isOpen: boolean } };
}

/** The retries for messages that are stored and could not be recorded. */
export interface StoredRetries<On extends Connection> {
	/** A message that arrived on this connection, or an earlier one, could not be recorded: retries it later. */
	onFailure: (connection: On) => void;
}

/** `recordStored` must call `onFailure` for a message that it could not record. */
export function createStoredRetries<On extends Connection>(
	{ clock, closeSignal }: Pick<Device, 'clock' | 'closeSignal'>,
	recordStored: (connection: On) => Promise<void>,
): StoredRetries<On> {
	let current: On | null = null;
	/** Retries since the last one after which nothing was left. */
	let count = 0;
	let isWaiting = false;
	let cancel: Cancel = () => undefined;
	closeSignal.addEventListener('abort', () => {
		cancel();
	});

	async function retry(connection: On): Promise<void> {
		isWaiting = false;
		// The next connection records them anyway.
		if (closeSignal.aborted || !connection.socket.ws.isOpen) return;
		const before = count;
		await recordStored(connection).catch(() => {
			onFailure(connection);
		});
		if (count === before) count = 0;
	}

	function onFailure(connection: On): void {
		if (closeSignal.aborted) return;
		if (current !== connection) {
			cancel();
			current = connection;
			count = 0;
			isWaiting = false;
		}
		if (isWaiting) return;
		isWaiting = true;
		const delay = RETRY_DELAYS[Math.min(count, RETRY_DELAYS.length - 1)] ?? 0;
		count += 1;
		cancel = clock.schedule(delay, () => retry(connection));
	}

	return { onFailure };
}
