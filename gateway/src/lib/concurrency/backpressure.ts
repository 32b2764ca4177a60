import { GatewayError } from '../../domain/error.ts';

/** How much work writes. The limits of a queue and of a transaction are given as sizes. */
export interface Size {
	rows: number;
	bytes: number;
}

/** Limits the work that waits to be stored, so that memory stays bounded under overload. */
export interface Backpressure {
	/** Counts work as waiting. Throws service_unavailable, with a retry time, at the limit and after close(). */
	admit(size: Size): void;
	/** Counts work as no longer waiting, because it is being stored. */
	release(size: Size): void;
	/** Rejects all further work. */
	close(): void;
}

export function createBackpressure(limit: Size): Backpressure {
	const waiting: Size = { rows: 0, bytes: 0 };
	let closed = false;
	return {
		admit({ rows, bytes }) {
			if (closed) {
				throw unavailable('The gateway is shutting down. Send the request again in a few seconds.');
			}
			if (waiting.rows >= limit.rows || waiting.bytes >= limit.bytes) {
				throw unavailable(
					'The gateway has more work waiting than it can store. Send the request again in a second.',
				);
			}
			waiting.rows += rows;
			waiting.bytes += bytes;
		},
		release({ rows, bytes }) {
			waiting.rows -= rows;
			waiting.bytes -= bytes;
		},
		close() {
			closed = true;
		},
	};
}

function unavailable(message: string): GatewayError {
	return new GatewayError('service_unavailable', message, { retryAfter: 1 });
}
