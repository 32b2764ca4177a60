/** Milliseconds without a message after which the page requests an answer. */
const INTERVAL = 20_000;
/** Milliseconds in which a connection opens, and in which the gateway answers. */
const PATIENCE = 15_000;
const PING = JSON.stringify({ type: 'ping' });

export interface Heartbeat {
	/** Call it when the connection has opened, and with each message. */
	received: () => void;
	/** Requests an answer of the gateway now, because the network may have changed. */
	ask: () => void;
	stop: () => void;
}

/**
 * Watches a connection that is being opened. `onSilence` is called once, when it does not open or the gateway does not
 * answer: after a change of the network, or behind a router that has forgotten the connection, a browser would take it
 * for open for hours. The pings of the gateway do not help here, because a page does not see them.
 */
export function startHeartbeat(socket: WebSocket, onSilence: () => void): Heartbeat {
	let isAsked = false;
	let timer = window.setTimeout(onSilence, PATIENCE);
	const wait = (milliseconds: number, act: () => void): void => {
		window.clearTimeout(timer);
		timer = window.setTimeout(act, milliseconds);
	};
	const ask = (): void => {
		// The time for an answer continues, so that another request does not extend it.
		if (isAsked || socket.readyState !== WebSocket.OPEN) return;
		isAsked = true;
		socket.send(PING);
		wait(PATIENCE, onSilence);
	};
	return {
		ask,
		received() {
			isAsked = false;
			wait(INTERVAL, ask);
		},
		stop() {
			window.clearTimeout(timer);
		},
	};
}
