import { connect, type Socket } from 'node:net';
import { toRequest, formatExchange, type Exchange } from '../../client/session.ts';
import { findViolation, getErrorCode } from '../../client/response-rules.ts';
import type { Request } from '../../client/transport.ts';
import type { Context } from '../context.ts';

const KIND = 'shutting down';

/**
 * While the gateway ends, requests on connections that are still in use are told when to come back. Every
 * operation gets a connection of its own that is kept busy by a body which is not complete when the end begins;
 * its own request follows behind.
 */
export async function checkShutdown({ session, report }: Context): Promise<void> {
	const { gateway, document, coverage } = session;
	const first = busyRequest(gateway.key);
	const lines = await Promise.all(document.operations.map(() => open(gateway.url)));
	for (const { socket } of lines) socket.write(first.head);
	await new Promise((resolve) => setTimeout(resolve, 300));
	gateway.signal('SIGTERM');
	await new Promise((resolve) => setTimeout(resolve, 200));
	for (const [index, operation] of document.operations.entries()) {
		const line = lines[index];
		if (line === undefined) continue;
		const request = toRequest(operation, {}, gateway.key);
		line.socket.write(first.rest + raw(request));
		await line.closed;
		const answers = line.received.join('').split(/(?=HTTP\/1\.1 \d{3})/);
		const answer = answerIn(answers.at(1) ?? '');
		const exchange: Exchange = { operation, call: {}, request, answer };
		coverage.note(exchange);
		const breach = findViolation(operation, answer);
		const fits = answer.status === 503 && getErrorCode(answer) === 'service_unavailable' && breach === null;
		report.check(KIND, operation.name, fits, () => `${formatExchange(exchange)}\n${breach ?? ''}`);
	}
	const code = await gateway.stop();
	report.check(KIND, 'the exit code', code === 0, () => `It is ${String(code)}.`);
}

/** A request in two parts; its connection stays in use until the second is sent. */
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

function raw({ method, target, headers }: Request): string {
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

function answerIn(text: string): Exchange['answer'] {
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
