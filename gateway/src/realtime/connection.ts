import type { WebSocket } from '@fastify/websocket';
import type { Cancel, Clock } from '../domain/clock.ts';
import type { Listener } from './subscriptions.ts';

/** Milliseconds between two pings; who did not answer the last one is gone. */
const PING_EVERY = 30_000;
/** Bytes that may wait for a client to take them; beyond that it is told to come back. */
const WAITING_LIMIT = 1024 * 1024;
/** Close codes: the key or session is not accepted (any longer), and try again later. */
const UNAUTHORISED = 4401;
const TRY_AGAIN = 1013;

/** A client of the real-time channel. */
export interface Connection extends Listener {
	/** Closes the connection because its key or session is not accepted. */
	refuse(reason: string): void;
}

/**
 * Sends to a client, no faster than it takes it: what nobody reads is not kept. Pings it, and asks each time
 * whether it may stay.
 */
export function connectionOf(socket: WebSocket, clock: Clock, mayStay: () => Promise<boolean>): Connection {
	const connection: Connection = {
		send(text) {
			if (socket.readyState !== socket.OPEN) return;
			if (socket.bufferedAmount > WAITING_LIMIT) connection.forceReconnect();
			else socket.send(text);
		},
		forceReconnect() {
			end(socket, TRY_AGAIN, 'Something was missed; connect again.');
		},
		refuse(reason) {
			end(socket, UNAUTHORISED, reason);
		},
	};
	const stopPinging = keepAlive(socket, clock, () => {
		mayStay().then(
			(may) => {
				if (!may) connection.refuse('not_signed_in');
			},
			// The database is away: whether it may stay is asked again at the next ping.
			() => undefined,
		);
	});
	socket.on('close', stopPinging);
	return connection;
}

/** A client that reads nothing does not read the end either: `ws` cuts it off half a minute after. */
function end(socket: WebSocket, code: number, reason: string): void {
	if (socket.readyState === socket.OPEN) socket.close(code, reason);
}

/** Pings until the returned function is called; ends a connection whose other side is gone. */
function keepAlive(socket: WebSocket, clock: Clock, beat: () => void): Cancel {
	let answered = true;
	let cancel: Cancel = () => undefined;
	socket.on('pong', () => {
		answered = true;
	});
	const schedule = (): void => {
		cancel = clock.schedule(PING_EVERY, () => {
			if (!answered) {
				socket.terminate();
				return;
			}
			answered = false;
			socket.ping();
			beat();
			schedule();
		});
	};
	schedule();
	return () => {
		cancel();
	};
}
