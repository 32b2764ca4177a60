import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Most requests of a connection that wait until those before them are answered. */
const WAITING_LIMIT = 100;

/**
 * Passes the requests of a connection on one after the other, each when the response to the one before it is written.
 * Node emits all requests that a client sends at once (pipelining), and holds their responses until the client reads
 * them: a few kilobytes of requests would become hundreds of megabytes of responses. Closes a connection on which too
 * many requests wait; those of a closed connection are dropped.
 */
export function inTurn(handle: RequestListener, onExcess: () => void): RequestListener {
	const waitingOn = new WeakMap<Socket, number>();

	function waitForTurn(request: IncomingMessage, response: ServerResponse): void {
		const { socket } = request;
		// Node goes on with the requests that it has read already.
		if (socket.destroyed) return;
		const waiting = waitingOn.get(socket) ?? 0;
		if (waiting >= WAITING_LIMIT) {
			onExcess();
			socket.destroy();
			return;
		}
		waitingOn.set(socket, waiting + 1);
		response.once('socket', () => {
			waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
			// Node emits this in the middle of giving the connection to the response.
			process.nextTick(handle, request, response);
		});
	}

	return (request, response) => {
		// The response to an earlier request has the connection.
		if (response.socket === null) waitForTurn(request, response);
		else handle(request, response);
	};
}
