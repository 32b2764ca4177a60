import { connect, type Socket } from 'node:net';

/** One kept HTTP connection: sends bytes that are made already and reads as little of an answer as it can. */
export interface RawConnection {
	/** Resolves with status and body of the answer, or null when the connection broke. */
	exchange(request: Buffer): Promise<{ status: number; body: string } | null>;
	close(): void;
}

const HEAD_END = '\r\n\r\n';

/**
 * A client so thin that it takes little of the processor the server could use. It understands what the servers
 * here send: answers with a Content-Length.
 */
export async function openConnection(url: URL): Promise<RawConnection> {
	const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
	let received = '';
	let settle: ((answer: { status: number; body: string } | null) => void) | null = null;
	const finish = (answer: { status: number; body: string } | null): void => {
		const waiting = settle;
		settle = null;
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
				settle = resolve;
				socket.write(request);
			});
		},
		close: () => socket.destroy(),
	};
}

/** The bytes of a POST. */
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
