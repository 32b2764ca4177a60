import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toRequest, formatExchange, type Exchange } from '../../client/session.ts';
import { findViolation, getErrorCode } from '../../client/response-rules.ts';
import type { Request } from '../../client/transport.ts';
import type { Context } from '../context.ts';

const KIND = 'shutting down';
/** Milliseconds without a byte after which a connection counts as closed. */
const SILENCE_LIMIT = 20_000;
const END_OF_LINE = '\r\n';
const PROBE = ['GET /livez HTTP/1.1', 'Host: localhost', '', ''].join(END_OF_LINE);

/**
 * Checks that requests on open connections get 503 with Retry-After while the gateway stops. Each operation has its own
 * connection, which its incomplete request keeps open until the shutdown has started; its last line follows.
 */
export async function checkShutdown({ session, report }: Context): Promise<void> {
	const { gateway, document, coverage } = session;
	const connections = await Promise.all(
		document.operations.map(async (operation) => {
			const request = toRequest(operation, {}, gateway.key);
			return { operation, request, ...(await open(gateway.url, headOf(request))) };
		}),
	);
	gateway.signal('SIGTERM');
	await untilRefused(gateway.url);
	await Promise.all(
		connections.map(async ({ operation, request, socket, received, closed }) => {
			socket.write(END_OF_LINE);
			await closed;
			const [, answer = ''] = received.join('').split(/(?=HTTP\/1\.1 \d{3})/);
			const response = parseResponse(answer);
			const exchange: Exchange = { operation, call: {}, request, response };
			coverage.record(exchange);
			const violation = findViolation(operation, response);
			const fits =
				response.status === 503 && getErrorCode(response) === 'service_unavailable' && violation === null;
			report.check(KIND, operation.name, fits, () => `${formatExchange(exchange)}\n${violation ?? ''}`);
		}),
	);
	const code = await gateway.stop();
	report.check(KIND, 'the exit code', code === 0, () => `It is ${String(code)}.`);
}

/** Returns a request without its last line. */
function headOf({ method, target, headers }: Request): string {
	const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
	return [`${method} ${target} HTTP/1.1`, ...lines, ''].join(END_OF_LINE);
}

/** An open connection on which the gateway has begun to read a request. */
interface BusyConnection {
	socket: Socket;
	received: string[];
	closed: Promise<void>;
}

async function open(url: string, head: string): Promise<BusyConnection> {
	const socket = connectTo(url);
	const received: string[] = [];
	socket.on('error', () => undefined);
	socket.setTimeout(SILENCE_LIMIT, () => socket.destroy());
	const closed = new Promise<void>((resolve) => {
		socket.once('close', () => {
			resolve();
		});
	});
	const answered = new Promise<void>((resolve) => {
		socket.on('data', (chunk: Buffer) => {
			received.push(chunk.toString());
			resolve();
		});
	});
	// The answer to another request shows that the gateway has accepted the connection.
	socket.write(PROBE);
	await Promise.race([answered, closed]);
	socket.write(head);
	return { socket, received, closed };
}

/** Resolves when the gateway accepts no further connections. */
async function untilRefused(url: string): Promise<void> {
	for (;;) {
		const socket = connectTo(url);
		const isRefused = await new Promise<boolean>((resolve) => {
			socket.once('connect', () => {
				resolve(false);
			});
			socket.once('error', () => {
				resolve(true);
			});
		});
		socket.destroy();
		if (isRefused) return;
		await sleep(10);
	}
}

function connectTo(url: string): Socket {
	const { hostname, port } = new URL(url);
	return connect(Number(port), hostname);
}

function parseResponse(text: string): Exchange['response'] {
	const [head = '', body = ''] = text.split('\r\n\r\n');
	const [first = '', ...lines] = head.split('\r\n');
	const headers = Object.fromEntries(
		lines.map((line) => [
			line.slice(0, line.indexOf(':')).toLowerCase(),
			line.slice(line.indexOf(':') + 1).trim(),
		]),
	);
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch {
		json = undefined;
	}
	return {
		status: Number(first.split(' ')[1] ?? 0),
		headers,
		bytes: Buffer.from(body),
		json,
		milliseconds: 0,
	};
}
