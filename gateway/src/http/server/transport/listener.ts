import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import https from 'node:https';
import { createServer as createForwarder, type AddressInfo, type Server as Forwarder } from 'node:net';
import { http } from '../../../lib/node-http.ts';
import { countedRequests } from './counted-request.ts';
import { inTurn } from './pipelined-requests.ts';
import { asksForWebSocket } from './web-socket-requests.ts';

/**
 * Milliseconds without traffic after which a connection is closed, longer than any response takes. A client that
 * disappears during a request would otherwise keep the connection, and the file of an upload, open for ever.
 */
const CONNECTION_IDLE_TIMEOUT = 300_000;
/** Milliseconds for which an open connection waits for another request. */
const KEEP_ALIVE_TIMEOUT = 72_000;
/**
 * Milliseconds for the headers of a request, and for a whole request: an upload takes long. The plugin `slowBodies`
 * gives all other requests less. Node looks for requests over their time in this interval.
 */
const HEADERS_TIMEOUT = 15_000;
const REQUEST_TIMEOUT = 300_000;
const TIMEOUT_CHECK_INTERVAL = 5000;

/** A certificate with its chain, and its private key, as PEM. */
export interface KeyPair {
	cert: Buffer;
	key: Buffer;
}

export interface ListenOptions {
	host: string;
	/** 0: any free port. */
	port: number;
	/** Null: HTTP. */
	tls: KeyPair | null;
	/** Answers requests in place of the application: during the start, and after `refuse`. */
	unavailable: RequestListener;
	/** Called when a connection is closed because too many of its requests wait, or a body has too many tiny parts. */
	onExcess: (reason: 'pipelined_requests' | 'body_parts') => void;
}

/** The port of a gateway: it is bound before the application exists, and no connection is refused in between. */
export interface Listener {
	server: Server | https.Server;
	port: number;
	/** Takes the application's handler, for Fastify's `serverFactory`; requests reach it from `open` on. */
	adopt(handler: RequestListener): Server | https.Server;
	/** Uses another certificate for further connections; those that are open keep theirs. */
	renewCertificate(pair: KeyPair): void;
	/** Passes requests to the application. */
	open(): void;
	/** Answers further requests with `unavailable` again; the application completes those that it has begun. */
	refuse(): void;
	/** Resolves when the application has answered the requests it began. Stops listening first, unless it refuses. */
	drain(): Promise<void>;
	/** Stops listening and closes all connections. */
	close(): void;
}

/** Binds the port. Throws what `listen` reports, such as EADDRINUSE. */
export async function listen({ host, port, tls, unavailable, onExcess }: ListenOptions): Promise<Listener> {
	let application: RequestListener | null = null;
	let current = unavailable;
	const answering = new Set<ServerResponse>();
	const idle = new Set<() => void>();

	/** Passes a request on, and counts it while the application answers it. */
	function route(request: IncomingMessage, response: ServerResponse): void {
		if (current !== unavailable) {
			answering.add(response);
			response.once('close', () => {
				answering.delete(response);
				if (answering.size === 0) for (const resolve of idle) resolve();
			});
		}
		current(request, response);
	}

	const options = {
		IncomingMessage: countedRequests(() => {
			onExcess('body_parts');
		}),
		headersTimeout: HEADERS_TIMEOUT,
		requestTimeout: REQUEST_TIMEOUT,
		keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
		connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL,
		// The plugin `hostNames` answers such requests.
		requireHostHeader: false,
		// The application must not get a WebSocket before it is complete.
		shouldUpgradeCallback: (request: IncomingMessage) => current !== unavailable && asksForWebSocket(request),
	};
	const onRequest = inTurn(route, () => {
		onExcess('pipelined_requests');
	});
	const server =
		tls === null
			? http.createServer(options, onRequest)
			: https.createServer({ ...options, ...tls }, onRequest);
	server.setTimeout(CONNECTION_IDLE_TIMEOUT);
	server.listen({ host, port });
	await once(server, 'listening');
	const address = server.address() as AddressInfo;
	const forwarders = host === 'localhost' ? await listenOnOtherLoopback(server, address) : [];

	/** Resolves when the connections have ended, which idle ones do at once. */
	async function stopListening(): Promise<void> {
		for (const forwarder of forwarders.splice(0)) forwarder.close();
		if (!server.listening) return;
		await new Promise((resolve) => server.close(resolve));
	}

	return {
		server,
		port: address.port,
		adopt(handler) {
			application = handler;
			return server;
		},
		renewCertificate(pair) {
			if (server instanceof https.Server) server.setSecureContext(pair);
		},
		open() {
			if (application !== null) current = application;
		},
		refuse() {
			current = unavailable;
		},
		async drain() {
			if (current !== unavailable) await stopListening();
			if (answering.size === 0) return;
			await new Promise<void>((resolve) => idle.add(resolve));
		},
		close() {
			void stopListening();
			server.closeAllConnections();
		},
	};
}

/** `localhost` is two addresses on most machines: listens on the other one too, and passes its connections on. */
async function listenOnOtherLoopback(
	server: Server | https.Server,
	{ address, port }: AddressInfo,
): Promise<Forwarder[]> {
	const found = await lookup('localhost', { all: true }).catch(() => []);
	const others = found.filter((other) => other.address !== address);
	const forwarders = others.map(async (other) => {
		const forwarder = createForwarder((socket) => server.emit('connection', socket));
		forwarder.listen({ host: other.address, port });
		// A machine without IPv6 may have its address all the same.
		return once(forwarder, 'listening').then(
			() => forwarder,
			() => null,
		);
	});
	return (await Promise.all(forwarders)).filter((forwarder) => forwarder !== null);
}
