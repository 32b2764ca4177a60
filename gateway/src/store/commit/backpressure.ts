import { GatewayError } from '../../domain/error.ts';

/** How much a piece of work writes; the bounds on what waits and on what one transaction carries are in these. */
export interface Size {
	rows: number;
	bytes: number;
}

/** Bounds what waits to be stored, so that memory stays bounded under overload. */
export interface Backpressure {
	/** Counts work in. Throws service_unavailable, with the time to come back, when there is no room or no more. */
	enter(weight: Size): void;
	/** Counts it out, once it is being stored. */
	leave(weight: Size): void;
	/** Lets nothing more in. */
	close(): void;
}

export function createBackpressure(limit: Size): Backpressure {
	const waiting: Size = { rows: 0, bytes: 0 };
	let closed = false;
	return {
		enter({ rows, bytes }) {
			if (closed) {
				throw comeBack('The gateway is shutting down. Send the request again in a few seconds.');
			}
			if (waiting.rows >= limit.rows || waiting.bytes >= limit.bytes) {
				throw comeBack(
					'The gateway has more work waiting than it can store. Send the request again in a second.',
				);
			}
			waiting.rows += rows;
			waiting.bytes += bytes;
		},
		leave({ rows, bytes }) {
			waiting.rows -= rows;
			waiting.bytes -= bytes;
		},
		close() {
			closed = true;
		},
	};
}

function comeBack(message: string): GatewayError {
	return new GatewayError('service_unavailable', message, { retryAfter: 1 });
}
