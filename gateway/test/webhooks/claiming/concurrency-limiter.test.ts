import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('the delivery worker, with receivers that do not respond', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let healthy: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		healthy = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await receiver.close();
		await healthy.close();
		await gateway.close();
	});

	const register = async (url: string) =>
		(await gateway.post('/v1/webhooks', { url, events: ['message.received'] })).text('data.id');
	const receiveMessage = (content = 'Hello') =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content });
	const latest = async (webhookId: string): Promise<unknown> => {
		const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?limit=1`);
		return (at(body, 'data.deliveries') as unknown[])[0];
	};

	it('leaves capacity for other receivers', async () => {
		await register(healthy.url);
		await receiveMessage();
		await healthy.count(1);

		receiver.answer(() => undefined);
		for (let count = 0; count < 80; count += 1) await register(`${receiver.url}/${count}`);
		for (let count = 0; count < 8; count += 1) await receiveMessage();
		await healthy.count(9);
		expect(receiver.requests.length).toBeLessThanOrEqual(256);

		// Also for a receiver without earlier attempts, once the slow attempts have ended.
		clock.advance(5000);
		const late = await startReceiver();
		await register(late.url);
		await receiveMessage();
		await late.count(1);
		await late.close();
	});

	it('makes few attempts at a time after timeouts, and more again after responses', async () => {
		receiver.answer(() => undefined);
		const webhookId = await register(receiver.url);
		for (let count = 0; count < 20; count += 1) await receiveMessage();
		await receiver.count(7);
		clock.advance(5000);
		const afterwards = await until('the next attempts', () => receiver.requests.length > 7);
		expect(afterwards).toBe(true);
		await gateway.get('/v1/health');
		expect(receiver.requests.length).toBeLessThanOrEqual(9);

		receiver.answer((response) => response.end());
		clock.advance(5000);
		await until('everything else to arrive', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/health`);
			return Number(at(body, 'data.succeeded')) >= 20 - 9;
		});
	});

	it('makes first attempts before retries, also for the same receiver', async () => {
		receiver.answer((response, { headers }) => {
			if (headers['x-service-attempt'] === '1') response.writeHead(500).end();
		});
		const webhookId = await register(receiver.url);
		for (let count = 0; count < 40; count += 1) await receiveMessage('old');
		await until('all to have failed once', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?limit=100`);
			const rows = at(body, 'data.deliveries') as unknown[];
			return rows.length === 40 && rows.every((row) => at(row, 'nextAttemptAt') !== null);
		});
		clock.advance(33_000);
		await until('repeated attempts', () =>
			receiver.requests.some(({ headers }) => headers['x-service-attempt'] === '2'),
		);
		await receiveMessage('new');
		const request = await receiver.find('the new event', (request) => request.at('data.content') === 'new');
		expect(request.headers['x-service-attempt']).toBe('1');
	});

	it('ends an attempt after five seconds, also while a status line arrives byte by byte', async () => {
		const trickling = await startSocketServer((socket) => {
			socket.once('data', () => socket.write('HTTP/1.1 2'));
		});
		const webhookId = await register(trickling.url);
		await receiveMessage();
		await trickling.waitForRequests(1);
		clock.advance(4999);
		expect(await latest(webhookId)).toMatchObject({ status: 'pending', nextAttemptAt: null });
		clock.advance(1);
		await until('the outcome', async () => at(await latest(webhookId), 'lastError') !== null);
		expect(await latest(webhookId)).toMatchObject({
			lastError: 'The receiver did not answer within 5 seconds.',
		});
		await trickling.close();
	});

	it('records a success by the status line when the rest of the response does not arrive in time', async () => {
		const trickling = await startSocketServer((socket) => {
			socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na few'));
		});
		const webhookId = await register(trickling.url);
		await receiveMessage();
		await trickling.waitForRequests(1);
		// The status line has to arrive before the timeout.
		await until('the status line to be sent', () => trickling.written());
		await gateway.get('/v1/health');
		clock.advance(5000);
		await until('success', async () => at(await latest(webhookId), 'status') === 'success');
		const id = String(at(await latest(webhookId), 'id'));
		const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries/${id}`);
		expect(at(body, 'data.attempts')).toMatchObject([{ duration: 0, response: { body: 'a few' } }]);
		await trickling.close();
	});

	it('repeats a request within the same attempt when the receiver closes a kept connection', async () => {
		const closing = await startSocketServer((socket) => {
			socket.once('data', () => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
				socket.once('data', () => socket.destroy());
			});
		});
		const webhookId = await register(closing.url);
		await receiveMessage('first');
		await until('the first', async () => at(await latest(webhookId), 'status') === 'success');
		await receiveMessage('second');
		await closing.waitForRequests(3);
		await until('the second', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?status=success`);
			return (at(body, 'data.deliveries') as unknown[]).length === 2;
		});
		expect(await latest(webhookId)).toMatchObject({ status: 'success', attempts: 1 });
		await closing.close();
	});
});

interface SocketServer {
	url: string;
	/** Waits for this many requests to begin. */
	waitForRequests(times: number): Promise<true>;
	/** Whether everything written so far has been passed to the operating system. */
	written(): boolean;
	close(): Promise<void>;
}

/** A receiver that writes HTTP responses byte by byte. */
async function startSocketServer(serve: (socket: Socket) => void): Promise<SocketServer> {
	const sockets = new Set<Socket>();
	let count = 0;
	const server: Server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.on('data', (chunk: Buffer) => {
			if (chunk.toString().startsWith('POST ')) count += 1;
		});
		serve(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/`,
		waitForRequests: (times) => until(`${times} requests`, () => count >= times),
		written: () => [...sockets].every((socket) => socket.bytesWritten > 0 && socket.writableLength === 0),
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				for (const socket of sockets) socket.destroy();
			}),
	};
}
