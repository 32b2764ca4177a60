import { once } from 'node:events';
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net';

/** A TCP relay to a server, which can be closed. */
export interface Relay {
	/** Returns the port on which the relay listens; 0: it has none. A reopened relay listens on its previous port. */
	open(): Promise<number>;
	/** Number of sends of clients: at least one for each response that they waited for. */
	sends(): number;
	/** Bytes that the server has sent. */
	received(): number;
	/** Ends all client connections without closing those to the server. */
	cutOff(): void;
	/** Stops forwarding on the open connections, which stay open. */
	fallSilent(): void;
	close(): void;
}

/** Relays connections to `here` to the server; closed until `open` is called. */
export function createRelay(here: ListenOptions, server: URL): Relay {
	const sockets = new Set<Socket>();
	const clients = new Set<Socket>();
	let relay: Server;
	let port = here.port;
	let sends = 0;
	let received = 0;
	return {
		async open() {
			relay = createServer((socket) => {
				const onward = connect(Number(server.port), server.hostname);
				for (const one of [socket, onward]) {
					sockets.add(one);
					one.on('error', () => undefined);
				}
				clients.add(socket);
				socket.on('data', () => (sends += 1));
				onward.on('data', (chunk: Buffer) => (received += chunk.length));
				socket.pipe(onward).pipe(socket);
			});
			relay.listen(port === undefined ? here : { ...here, port });
			await once(relay, 'listening');
			const address = relay.address();
			if (address !== null && typeof address === 'object') port = address.port;
			return port ?? 0;
		},
		sends: () => sends,
		received: () => received,
		cutOff() {
			for (const socket of clients) socket.destroy();
		},
		fallSilent() {
			for (const socket of sockets) socket.unpipe().pause();
		},
		close() {
			relay.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
