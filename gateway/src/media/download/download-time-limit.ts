import type { Cancel, Clock } from '../../domain/clock.ts';
import { mediaDownloadFailed } from '../media-errors.ts';

/** Milliseconds until the first byte of a file, and between two parts of it. */
const IDLE_TIMEOUT = 120_000;
/**
 * Milliseconds for a whole file, besides the time that its bytes take at the slowest speed: an idle timeout alone would
 * not end a slow trickle of bytes, which uses a connection.
 */
const TIME_LIMIT = 120_000;
/** The slowest speed of a server that may go on, in bytes per millisecond. The largest file takes 29 minutes at it. */
const SLOWEST_SPEED = 64;

/** Ends a download that does not progress. */
export interface DownloadTimeLimit {
	/** Passes the bytes of the file through, and counts them. */
	watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
	/** Must be called when the download has ended. */
	stop: Cancel;
}

/** Starts the time limit of a download. Calls `onExpired`, once, with the error for the client. */
export function startDownloadTimeLimit(clock: Clock, onExpired: (error: Error) => void): DownloadTimeLimit {
	const startedAt = clock.now();
	let lastPartAt = startedAt;
	let size = 0;
	let cancel: Cancel = clock.schedule(Math.min(IDLE_TIMEOUT, TIME_LIMIT), check);

	/** Bytes move the deadline, not the timer: a file has thousands of parts. */
	function check(): void {
		const now = clock.now();
		const idleAt = lastPartAt + IDLE_TIMEOUT;
		const tooSlowAt = startedAt + TIME_LIMIT + size / SLOWEST_SPEED;
		const left = Math.min(idleAt, tooSlowAt) - now;
		if (left > 0) cancel = clock.schedule(Math.ceil(left), check);
		else onExpired(mediaDownloadFailed(size > 0 && now < idleAt ? TOO_SLOW : stalled(size)));
	}

	return {
		async *watch(source) {
			for await (const part of source) {
				lastPartAt = clock.now();
				size += part.length;
				yield part;
			}
		},
		stop: () => {
			cancel();
		},
	};
}

const TOO_SLOW = 'its server sends it too slowly';

function stalled(size: number): string {
	const seconds = IDLE_TIMEOUT / 1000;
	return size === 0
		? `it did not come within ${seconds} seconds`
		: `nothing more of it came for ${seconds} seconds`;
}
