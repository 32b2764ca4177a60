import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Plan } from '../../../domain/access/plan.ts';
import type { ErrorCode, GatewayError } from '../../../domain/error.ts';
import { parserError, writeRawError } from './raw-error-response.ts';

interface Options {
	plan: Plan;
	newRequestId: () => string;
	/** Epoch milliseconds. */
	now: () => number;
	onRefused: (code: ErrorCode) => void;
}

/**
 * Returns the handler of requests that Node cannot read, and of those that do not arrive in time. They are answered
 * after the requests before them on their connection, which is closed then.
 */
export function clientErrors({ plan, newRequestId, now, onRefused }: Options) {
	/** Connections with an unreadable request. Node reports further ones for the bytes after it. */
	const failed = new WeakSet<Duplex>();

	return (failure: NodeJS.ErrnoException, socket: Duplex): void => {
		const error = parserError(failure);
		if (error === null) socket.destroy();
		else if (!failed.has(socket)) {
			failed.add(socket);
			refuseInTurn(error, socket);
		}
	};

	function refuseInTurn(error: GatewayError, socket: Duplex): void {
		// The response before it has closed the connection.
		if (!socket.writable) return;
		const response = currentResponse(socket);
		// The request of that response was read whole, so the unreadable one comes after it.
		if (response?.req.complete === true) {
			response.once('close', () => {
				refuseInTurn(error, socket);
			});
		} else if (response?.headersSent === true) {
			socket.destroy();
		} else {
			onRefused(error.code);
			writeRawError(socket, { error, requestId: newRequestId(), plan, now: now() });
		}
	}
}

/** The response that is being created or written to a connection; null: all its requests are answered. */
function currentResponse(socket: Duplex): ServerResponse | null {
	return '_httpMessage' in socket ? (socket._httpMessage as ServerResponse | null) : null;
}
