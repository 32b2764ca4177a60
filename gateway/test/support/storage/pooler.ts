import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { cutMessages, errorResponse, messageOf, parametersOf } from './postgres-messages.ts';

/** A connection pooler in front of a PostgreSQL server that asks for no password. */
export interface Pooler {
	/** Returns the URL of a database behind it. */
	urlOf(database: string, parameters?: string): string;
	close(): Promise<void>;
}

/** The parameters with which a connection may begin, as those of PgBouncer. */
const KNOWN_PARAMETERS = new Set(['user', 'database', 'application_name', 'client_encoding']);

/** The id of the server's session, which a pooler makes up. */
const MADE_UP_KEY = messageOf('K', Buffer.from([0x7f, 0, 0, 1, 0, 0, 0, 1]));

/** One connection of the pooler to the server, and the connections of clients that use it. */
interface Session {
	server: Socket;
	/** What the server said when the connection was opened. */
	greeting: Buffer;
	/** The client whose transaction runs; null: it is free. */
	user: Socket | null;
	/** Answers that the client waits for. */
	awaited: number;
	queue: { client: Socket; message: Buffer }[];
}

/**
 * Starts a pooler. In mode `session` each client has a session of the server; in mode `transaction` all clients share
 * one, which each has for the time of a transaction.
 */
export async function startPooler(port: number, mode: 'session' | 'transaction'): Promise<Pooler> {
	const sessions: Promise<Session>[] = [];
	const sockets = new Set<Socket>();
	const track = (socket: Socket): Socket => {
		sockets.add(socket);
		return socket.on('error', () => undefined);
	};

	async function openSession(startup: Buffer): Promise<Session> {
		const server = track(connect(port, '127.0.0.1'));
		const session: Session = { server, greeting: Buffer.alloc(0), user: null, awaited: 0, queue: [] };
		const isReady = new Promise<void>((resolve) => {
			cutMessages(server, (type, message) => {
				if (session.user === null) {
					session.greeting = Buffer.concat([session.greeting, type === 'K' ? MADE_UP_KEY : message]);
					if (type === 'Z') resolve();
					return;
				}
				session.user.write(message);
				if (type !== 'Z') return;
				session.awaited -= 1;
				if (message.at(-1) === IDLE && session.awaited === 0) session.user = null;
				forward(session);
			});
		});
		server.write(startup);
		await isReady;
		return session;
	}

	const pooler = createServer((client) => {
		track(client);
		let session: Promise<Session> | null = null;
		cutMessages(
			client,
			(type, message) => {
				if (type === 'X') return;
				void session?.then((opened) => {
					opened.queue.push({ client, message });
					forward(opened);
				});
			},
			(startup) => {
				const refused = parametersOf(startup).find((name) => !KNOWN_PARAMETERS.has(name));
				if (refused !== undefined) {
					client.end(errorResponse('08P01', `unsupported startup parameter: ${refused}`));
					return;
				}
				session = (mode === 'transaction' ? sessions[0] : undefined) ?? openSession(startup);
				sessions.push(session);
				void session.then(({ greeting }) => client.write(greeting));
			},
		);
		client.on('close', () => {
			if (mode === 'session') void session?.then(({ server }) => server.destroy());
		});
	});
	pooler.listen(0, '127.0.0.1');
	await once(pooler, 'listening');
	const { port: own } = pooler.address() as AddressInfo;
	return {
		urlOf: (database, parameters = '') => `postgres://postgres@127.0.0.1:${own}/${database}${parameters}`,
		async close() {
			for (const socket of sockets) socket.destroy();
			pooler.close();
			await once(pooler, 'close');
		},
	};
}

/** The state of a session without a transaction, in the message that it is ready. */
const IDLE = 'I'.charCodeAt(0);

/** Sends what waits for a session: all of the client that has it, or of the next client where it is free. */
function forward(session: Session): void {
	session.user ??= session.queue[0]?.client ?? null;
	const own = session.queue.filter(({ client }) => client === session.user);
	session.queue = session.queue.filter(({ client }) => client !== session.user);
	for (const { message } of own) {
		if (['Q', 'S'].includes(String.fromCharCode(message[0] ?? 0))) session.awaited += 1;
		session.server.write(message);
	}
}
