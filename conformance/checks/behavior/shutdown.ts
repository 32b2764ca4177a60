import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toRequest, formatExchange, type Exchange } from '../../client/session.ts';
import { findViolation, getErrorCode } from '../../client/response-rules.ts';
import type { Request } from '../../client/transport.ts';
import type { Context } from '../context.ts';

const KIND = 'shutting down';
/** Milliseconds without a byte after which a connection counts as closed. */
const SILENCE_LIMIT = 20_000;

/**
 * Checks that requests on open connections get 503 with Retry-After while the gateway stops. Each operation has its own
 * connection, which an incomplete request keeps busy until the shutdown has started; the request of the operation follows.
 */
export async function checkShutdown({ session, report }: Context): Promise<void> {
	const { gateway, document, coverage } = session;
	const first = busyRequest(gateway.key);
	const connections = await Promise.all(
		document.operations.map(async (operation) => ({ operation, ...(await open(gateway.url, first.head)) })),
	);
	gateway.signal('SIGTERM');
	await untilRefused(gateway.url);
	await Promise.all(
		connections.map(async ({ operation, socket, received, closed }) => {
			const request = toRequest(operation, {}, gateway.key);
			socket.write(first.rest + rawRequest(request));
			await closed;
			const [, , answer = ''] = received.join('').split(/(?=HTTP\/1\.1 \d{3})/);
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

/** Returns a request in two parts. Its connection is busy from the gateway's "100 Continue" until the second part is sent. */
function busyRequest(key: string): { head: string; rest: string } {
	const body = '{"name":"Slow"}';
	const head = [
		'POST /v1/instances HTTP/1.1',
		'Host: localhost',
		`Authorization: Bearer ${key}`,
		'Content-Type: application/json',
		`Content-Length: ${body.length}`,
		'Expect: 100-continue',
	].join('\r\n');
	return { head: `${head}\r\n\r\n${body.slice(0, 3)}`, rest: body.slice(3) };
}

function rawRequest({ method, target, headers }: Request): string {
	const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
	return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** An open connection on which the gateway reads the request whose head it was sent. */
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
	const continued = new Promise<void>((resolve) => {
		socket.on('data', (chunk: Buffer) => {
			received.push(chunk.toString());
			resolve();
		});
	});
	socket.write(head);
	await Promise.race([continued, closed]);
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
