import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';
import { API_KEY } from '../gateway/test/support/gateway.ts';
import { until } from '../gateway/test/support/until.ts';
import { frameOf, openRealtime } from './support/realtime.ts';
import { openSocket } from './support/raw.ts';
import { atRest, loadOf, type Load } from './support/process-load.ts';

/** Bytes of a flood, and milliseconds after which it ends. */
const FLOOD = 20 * 1024 ** 2;
const FLOOD_TIMEOUT = 10_000;
/** So that it has Meta's webhook. */
const META = {
	GATEWAY_NETWORK: 'whatsapp',
	GATEWAY_META_APP_SECRET: '0123456789abcdef0123456789abcdef',
	GATEWAY_META_VERIFY_TOKEN: 'a-token-of-the-operator',
};

describe('a gateway that a stranger floods', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	let before: Load;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder, META);
		await gateway.get('/v1/instances');
		before = loadOf(gateway.pid);
	});
	afterEach(async () => {
		await gateway.end('SIGKILL');
		await remove();
	});

	/**
	 * Sends messages on one real-time connection as fast as the gateway reads them, by a client that ignores what the
	 * gateway says, until the gateway ends the connection.
	 */
	async function floodRealtime(message: string): Promise<void> {
		const socket = await openRealtime(gateway.url);
		const burst = Buffer.concat(Array.from({ length: 10_000 }, () => frameOf(message)));
		const deadline = performance.now() + FLOOD_TIMEOUT;
		for (let sent = 0; sent < FLOOD && !socket.destroyed; sent += burst.length) {
			if (performance.now() > deadline) break;
			if (socket.write(burst)) continue;
			await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
		}
		socket.destroy();
	}

	it.each([
		['with a wrong key', { type: 'subscribe', channel: 'events', apiKey: `mgw_${'x'.repeat(36)}` }],
		['without a key', { type: 'subscribe', channel: 'events' }],
		['that make no sense', {}],
	])('is at rest after 20 MB of real-time messages %s', async (_name, message) => {
		const flood = floodRealtime(JSON.stringify(message));
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await flood;
		await atRest(gateway.pid, before);
	});

	/** Opens this many connections, each with the beginning of a request. */
	const openMany = (count: number, beginning: string): Promise<Socket[]> =>
		Promise.all(
			Array.from({ length: count }, async () => {
				const socket = await openSocket(gateway.url);
				socket.resume().write(beginning);
				return socket;
			}),
		);

	/** Sends a byte on each connection again and again until the gateway has closed all of them. */
	async function trickle(sockets: readonly Socket[]): Promise<void> {
		await until('the end of the connections', () => {
			for (const socket of sockets) if (socket.writable) socket.write(' ');
			return sockets.every((socket) => socket.closed);
		});
	}

	it.each([
		["Meta's webhook", `/hooks/cloud-api/inst_${'0'.repeat(26)}`, 4_000_000],
		['the sign-in', '/admin/v1/session', 1_000_000],
		['an operation that needs a key', '/v1/instances', 1_000_000],
	])('is at rest after a hundred slow bodies at %s', async (_name, path, length) => {
		const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
		const { host } = new URL(gateway.url);
		const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${signature}\r\n`;
		const sockets = await openMany(100, `${head}Content-Length: ${length}\r\n\r\n{"a": "`);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await trickle(sockets);
		await atRest(gateway.pid, before);
	});

	it.each([
		["Meta's webhook", `/hooks/cloud-api/inst_${'0'.repeat(26)}`, 2],
		['the sign-in', '/admin/v1/session', 100],
	])(
		'holds no more than the bytes of bodies whose every byte is a chunk at %s',
		async (_name, path, count) => {
			const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
			const { host } = new URL(gateway.url);
			const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${signature}\r\n`;
			const sockets = await openMany(count, `${head}Transfer-Encoding: chunked\r\n\r\n`);
			for (const socket of sockets) socket.write('1\r\n \r\n'.repeat(FLOOD / 60 / count));
			expect((await gateway.get('/v1/instances')).status).toBe(200);
			await atRest(gateway.pid, before);
			for (const socket of sockets) socket.destroy();
		},
	);

	it('closes the connections of uploads whose every byte is a chunk', async () => {
		const { host } = new URL(gateway.url);
		const head = `POST /v1/media HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${API_KEY}\r\n`;
		const form = 'Content-Type: multipart/form-data; boundary=B\r\nTransfer-Encoding: chunked\r\n\r\n';
		const part = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
		const first = `${part.length.toString(16)}\r\n${part}\r\n`;
		const sockets = await openMany(6, `${head}${form}${first}${'1\r\na\r\n'.repeat(100_000)}`);
		await until('the end of the connections', () => sockets.every((socket) => socket.closed));
		await atRest(gateway.pid, before);
	});

	it('holds no more than its budget of bodies that lack their last byte', async () => {
		const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
		const { host } = new URL(gateway.url);
		const head = `POST /hooks/cloud-api/inst_${'0'.repeat(26)} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
		const body = 'x'.repeat(3_999_999);
		const sockets = await openMany(100, `${head}${signature}\r\nContent-Length: 4000000\r\n\r\n${body}`);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await atRest(gateway.pid, before);
		for (const socket of sockets) socket.destroy();
	});

	it('takes little processor time for the documents of the API, which anybody may read', async () => {
		for (let count = 0; count < 200; count += 1) {
			const response = await fetch(`${gateway.url}/openapi.json`);
			expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(300_000);
		}
		expect(loadOf(gateway.pid).processor - before.processor).toBeLessThan(1);
	});

	it('closes connections that send no request, and answers others meanwhile', async () => {
		const sockets = await openMany(500, '');
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await atRest(gateway.pid, before);
		await until('the end of the connections', () => sockets.every((socket) => socket.closed));
	});

	it('closes connections whose headers never end', async () => {
		const { host } = new URL(gateway.url);
		const sockets = await openMany(100, `GET /v1/health HTTP/1.1\r\nHost: ${host}\r\nX-A: `);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await trickle(sockets);
		await atRest(gateway.pid, before);
	});

	it('reads no large headers', async () => {
		const { host } = new URL(gateway.url);
		const headers = `X-A: ${'x'.repeat(8000)}\r\n`.repeat(125);
		const sockets = await openMany(100, `GET /v1/health HTTP/1.1\r\nHost: ${host}\r\n${headers}`);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await until('the end of the connections', () => sockets.every((socket) => socket.closed));
		await atRest(gateway.pid, before);
	});
});
