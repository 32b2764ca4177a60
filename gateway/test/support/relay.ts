import { once } from 'node:events';
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net';

/** A way to a server that can be closed. */
export interface Relay {
	/** Gives the port it is at; 0 where it has none. Opened again, it is where it was. */
	open(): Promise<number>;
	/** Ends all connections, without a word to the server. */
	cutOff(): void;
	/** Lets nothing more pass on the connections there are, which stay open. */
	fallSilent(): void;
	close(): void;
}

/** Passes connections that are made to `here` on to the server; it is closed until it is opened. */
export function createRelay(here: ListenOptions, server: URL): Relay {
	const sockets = new Set<Socket>();
	const clients = new Set<Socket>();
	let relay: Server;
	let port = here.port;
	return {
		async open() {
			relay = createServer((socket) => {
				const onward = connect(Number(server.port), server.hostname);
				for (const one of [socket, onward]) {
					sockets.add(one);
					one.on('error', () => undefined);
				}
				clients.add(socket);
				socket.pipe(onward).pipe(socket);
			});
			relay.listen(port === undefined ? here : { ...here, port });
			await once(relay, 'listening');
			const address = relay.address();
			if (address !== null && typeof address === 'object') port = address.port;
			return port ?? 0;
		},
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
