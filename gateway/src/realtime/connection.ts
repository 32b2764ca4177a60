import type { WebSocket } from '@fastify/websocket';
import type { Cancel, Clock } from '../domain/clock.ts';
import type { Listener } from './subscriptions.ts';

/** Milliseconds between two pings; a client that did not answer the last one is disconnected. */
const PING_INTERVAL = 30_000;
/** Bytes buffered for a client; over the limit it has to reconnect. */
const BUFFER_LIMIT = 1024 * 1024;
/** Close codes: the key or session is not valid (any more), the client sends too much, and try again later. */
const UNAUTHORIZED = 4401;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN = 1013;

/** A client of the real-time channel. */
export interface Connection extends Listener {
	/** Closes the connection because its key or session is not valid; `reason` is the error code. */
	refuse(reason: string): void;
	/** Closes the connection because its client sends too much; `reason` is the error code. */
	refuseExcess(reason: string): void;
	/** Closes the connection because the gateway cannot serve it at the moment; `reason` is the error code. */
	refuseForNow(reason: string): void;
}

/** Sends to a client, and makes a client that reads too slowly reconnect. Pings it. */
export function createConnection(socket: WebSocket, clock: Clock): Connection {
	const connection: Connection = {
		send(text) {
			if (socket.readyState !== socket.OPEN) return;
			if (socket.bufferedAmount > BUFFER_LIMIT) connection.forceReconnect();
			else socket.send(text);
		},
		forceReconnect() {
			close(socket, TRY_AGAIN, 'Messages were lost; reconnect.');
		},
		refuse(reason) {
			close(socket, UNAUTHORIZED, reason);
		},
		refuseExcess(reason) {
			close(socket, POLICY_VIOLATION, reason);
		},
		refuseForNow(reason) {
			close(socket, TRY_AGAIN, reason);
		},
	};
	socket.on('close', keepAlive(socket, clock));
	return connection;
}

/** Closes a connection; `ws` terminates it after 30 seconds where the client does not read the close frame. */
function close(socket: WebSocket, code: number, reason: string): void {
	if (socket.readyState === socket.OPEN) socket.close(code, reason);
}

/** Pings until the returned function is called; terminates a connection whose client does not answer. */
function keepAlive(socket: WebSocket, clock: Clock): Cancel {
	let answered = true;
	let cancel: Cancel = () => undefined;
	socket.on('pong', () => {
		answered = true;
	});
	const schedule = (): void => {
		cancel = clock.schedule(PING_INTERVAL, () => {
			if (!answered) {
				socket.terminate();
				return;
			}
			answered = false;
			socket.ping();
			schedule();
		});
	};
	schedule();
	return () => {
		cancel();
	};
}
