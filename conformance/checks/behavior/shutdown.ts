import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toRequest, formatExchange, type Exchange } from '../../client/session.ts';
import { findViolation, getErrorCode } from '../../client/response-rules.ts';
import type { Request } from '../../client/transport.ts';
import type { Context } from '../context.ts';

const KIND = 'shutting down';

/**
 * Checks that requests on open connections get 503 with Retry-After while the gateway stops. Each operation has its own
 * connection, which an incomplete request keeps busy until the shutdown has startedAt; the request of the operation follows.
 */
export async function checkShutdown({ session, report }: Context): Promise<void> {
	const { gateway, document, coverage } = session;
	const first = busyRequest(gateway.key);
	const connections = await Promise.all(document.operations.map(() => open(gateway.url)));
	for (const { socket } of connections) socket.write(first.head);
	await sleep(300);
	gateway.signal('SIGTERM');
	await sleep(200);
	for (const [index, operation] of document.operations.entries()) {
		const connection = connections[index];
		if (connection === undefined) continue;
		const request = toRequest(operation, {}, gateway.key);
		connection.socket.write(first.rest + rawRequest(request));
		await connection.closed;
		const responses = connection.received.join('').split(/(?=HTTP\/1\.1 \d{3})/);
		const response = parseResponse(responses.at(1) ?? '');
		const exchange: Exchange = { operation, call: {}, request, response };
		coverage.record(exchange);
		const violation = findViolation(operation, response);
		const fits =
			response.status === 503 && getErrorCode(response) === 'service_unavailable' && violation === null;
		report.check(KIND, operation.name, fits, () => `${formatExchange(exchange)}\n${violation ?? ''}`);
	}
	const code = await gateway.stop();
	report.check(KIND, 'the exit code', code === 0, () => `It is ${String(code)}.`);
}

/** Returns a request in two parts. Its connection stays busy until the second part is sent. */
function busyRequest(key: string): { head: string; rest: string } {
	const body = '{"name":"Slow"}';
	const head = [
		'POST /v1/instances HTTP/1.1',
		'Host: localhost',
		`Authorization: Bearer ${key}`,
		'Content-Type: application/json',
		`Content-Length: ${body.length}`,
	].join('\r\n');
	return { head: `${head}\r\n\r\n${body.slice(0, 3)}`, rest: body.slice(3) };
}

function rawRequest({ method, target, headers }: Request): string {
	const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
	return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

async function open(url: string): Promise<{ socket: Socket; received: string[]; closed: Promise<void> }> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	const received: string[] = [];
	socket.on('data', (chunk: Buffer) => received.push(chunk.toString()));
	socket.on('error', () => undefined);
	const closed = new Promise<void>((resolve) => {
		socket.once('close', () => {
			resolve();
		});
		socket.setTimeout(5000, () => socket.destroy());
	});
	await new Promise((resolve) => socket.once('connect', resolve));
	return { socket, received, closed };
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
