import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy on this machine that accepts one user with one password. */
export interface TestProxy {
	/** Returns its URL, with these credentials or the right ones. */
	url(credentials?: string): string;
	/** The targets of its tunnels, as `<host>:<port>`, in order. */
	targets: string[];
	/** The number of refused credentials. */
	refusals(): number;
	/** The ports from which it connects, which show a server what came through the proxy. */
	localPorts: Set<number>;
	close(): Promise<void>;
}

const CREDENTIALS = 'shop:p%40ss';
const [USER, PASSWORD] = ['shop', 'p@ss'];

/** Where a tunnel leads in truth, by its target; absent: to the target itself. */
export type Resolve = (target: string) => string | undefined;

/** Starts an HTTP CONNECT proxy; with a certificate, its clients connect to it by TLS. */
export async function startConnectProxy(
	resolve: Resolve = () => undefined,
	tls?: { key: string; cert: string },
): Promise<TestProxy> {
	const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
	const refuse: RequestListener = (_request, response) => {
		response.writeHead(405).end();
	};
	const server = tls === undefined ? createHttpServer(refuse) : createHttpsServer(tls, refuse);
	const proxy = await listening(server, tls === undefined ? 'http' : 'https');
	server.on('connect', ({ url = '', headers }, socket: Socket) => {
		if (headers['proxy-authorization'] !== expected) {
			proxy.refused();
			socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
			return;
		}
		proxy.forward(url, resolve(url) ?? url, socket, (isOpen) => {
			socket.write(`HTTP/1.1 ${isOpen ? '200 Connection established' : '502 Bad Gateway'}\r\n\r\n`);
		});
	});
	return proxy;
}

/** Starts a SOCKS5 proxy. */
export async function startSocksProxy(resolve: Resolve = () => undefined): Promise<TestProxy> {
	const server = createServer((socket) => {
		void serve(socket).catch(() => socket.destroy());
	});
	const proxy = await listening(server, 'socks5');

	async function serve(socket: Socket): Promise<void> {
		const read = reader(socket);
		const [, methods = 0] = await read(2);
		if (!(await read(methods)).includes(2)) {
			proxy.refused();
			socket.end(Buffer.from([5, 0xff]));
			return;
		}
		socket.write(Buffer.from([5, 2]));
		const [, userLength = 0] = await read(2);
		const user = (await read(userLength)).toString();
		const [passwordLength = 0] = await read(1);
		const password = (await read(passwordLength)).toString();
		const isRight = user === USER && password === PASSWORD;
		socket.write(Buffer.from([1, isRight ? 0 : 1]));
		if (!isRight) {
			proxy.refused();
			socket.end();
			return;
		}
		const [, , , type] = await read(4);
		const host =
			type === 1 ? [...(await read(4))].join('.') : (await read((await read(1)).readUInt8())).toString();
		const target = `${host}:${(await read(2)).readUInt16BE()}`;
		proxy.forward(target, resolve(target) ?? target, socket, (isOpen) => {
			socket.write(Buffer.from([5, isOpen ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0]));
		});
	}
	return proxy;
}

interface ListeningProxy extends TestProxy {
	refused(): void;
	/** Connects a socket with a server. */
	forward(target: string, to: string, socket: Socket, answer: (isOpen: boolean) => void): void;
}

async function listening(server: Server, protocol: string): Promise<ListeningProxy> {
	const sockets = new Set<Socket>();
	const targets: string[] = [];
	const localPorts = new Set<number>();
	let refusals = 0;
	const kept = (socket: Socket): void => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy());
	};
	server.on('connection', kept);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: (credentials = CREDENTIALS) => `${protocol}://${credentials}@127.0.0.1:${port}`,
		targets,
		localPorts,
		refusals: () => refusals,
		refused: () => (refusals += 1),
		forward(target, to, socket, answer) {
			targets.push(target);
			const [host = '', onwardPort = ''] = to.split(':');
			const onward = connect(Number(onwardPort), host);
			kept(onward);
			let isOpen = false;
			onward.on('connect', () => {
				isOpen = true;
				localPorts.add(onward.localPort ?? 0);
				answer(true);
				socket.pipe(onward).pipe(socket);
			});
			onward.on('close', () => {
				if (!isOpen) answer(false);
				socket.destroy();
			});
			socket.on('close', () => onward.destroy());
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				for (const socket of sockets) socket.destroy();
			}),
	};
}

/** Returns a function that resolves with the next bytes of a socket. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
	return async (length) => {
		if (length === 0) return Buffer.alloc(0);
		for (;;) {
			const bytes = socket.read(length) as Buffer | null;
			if (bytes !== null) return bytes;
			if (socket.readableEnded || socket.destroyed) throw new Error('The client has gone.');
			await once(socket, 'readable');
		}
	};
}
