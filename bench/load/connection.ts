import { connect, type Socket } from 'node:net';

/** One keep-alive HTTP connection that sends prepared bytes and parses as little of a response as possible. */
export interface RawConnection {
	/** Sends a request. Resolves with the status and body of the response; null: the connection broke. */
	exchange(request: Buffer): Promise<{ status: number; body: string } | null>;
	close(): void;
}

const HEAD_END = '\r\n\r\n';

/**
 * Opens a connection of a minimal HTTP client, which leaves the processor time to the server. It reads only responses
 * with a Content-Length, which all servers of the benchmarks send.
 */
export async function openConnection(url: URL): Promise<RawConnection> {
	const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
	let received = '';
	let resolveExchange: ((answer: { status: number; body: string } | null) => void) | null = null;
	const finish = (answer: { status: number; body: string } | null): void => {
		const waiting = resolveExchange;
		resolveExchange = null;
		received = '';
		waiting?.(answer);
	};
	socket.on('data', (chunk) => {
		received += chunk.toString('latin1');
		const headEnd = received.indexOf(HEAD_END);
		if (headEnd === -1) return;
		const length = Number(/content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? '0');
		const bodyStart = headEnd + HEAD_END.length;
		if (received.length < bodyStart + length) return;
		finish({ status: Number(received.slice(9, 12)), body: received.slice(bodyStart) });
	});
	socket.on('error', () => undefined);
	socket.on('close', () => {
		finish(null);
	});
	await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
	return {
		exchange(request) {
			return new Promise((resolve) => {
				if (socket.destroyed) {
					resolve(null);
					return;
				}
				resolveExchange = resolve;
				socket.write(request);
			});
		},
		close: () => socket.destroy(),
	};
}

/** Returns the bytes of a POST request. */
export function postBytes(url: URL, path: string, headers: Record<string, string>, body: string): Buffer {
	const lines = [
		`POST ${path} HTTP/1.1`,
		`host: ${url.host}`,
		'content-type: application/json',
		`content-length: ${Buffer.byteLength(body)}`,
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
	];
	return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${body}`);
}
