import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

describe('connections that a receiver keeps, and closes when the next request arrives', () => {
	let gateway: TestGateway;
	let server: Server;
	/** The connection of each request so far. */
	let requests: Socket[];
	let closesKept: boolean;

	beforeEach(async () => {
		requests = [];
		closesKept = false;
		gateway = await startTestGateway();
		server = createServer((socket) => {
			let text = '';
			socket.on('error', () => undefined);
			socket.on('data', (chunk: Buffer) => {
				text += chunk.toString();
				const [head = '', body] = text.split('\r\n\r\n');
				const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
				if (body === undefined || Buffer.byteLength(body) < length) return;
				text = '';
				const isKept = requests.includes(socket);
				requests.push(socket);
				if (!closesKept) return;
				if (isKept) socket.destroy();
				else answer(socket);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(async () => {
		await gateway.close();
		server.close();
	});

	function answer(socket: Socket | undefined): void {
		socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
	}

	it('do not make a delivery fail', async () => {
		const { port } = server.address() as AddressInfo;
		const instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', {
			url: `http://127.0.0.1:${port}/hook`,
			events: ['message.received'],
		});
		const webhookId = created.text('data.id');
		const receiveTwo = async (total: number): Promise<void> => {
			const message = { from: '4915112345678', content: 'Hello' };
			for (let count = 0; count < 2; count += 1)
				await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
			await until(`${total} requests`, () => requests.length === total);
		};
		const successes = (count: number): Promise<unknown> =>
			until(`${count} successes`, async () => {
				const health = await gateway.get(`/v1/webhooks/${webhookId}/health`);
				return health.at('data.succeeded') === count;
			});

		await receiveTwo(2);
		requests.forEach(answer);
		await successes(2);
		await receiveTwo(4);
		const [, , one, other] = requests;
		expect(new Set([one, other])).toEqual(new Set(requests.slice(0, 2)));
		// One of the two connections is free again when the receiver closes the other.
		answer(one);
		await successes(3);
		closesKept = true;
		other?.destroy();
		await successes(4);
		const health = await gateway.get(`/v1/webhooks/${webhookId}/health`);
		expect([health.at('data.pending'), health.at('data.lastFailureAt')]).toEqual([0, null]);
	});
});
