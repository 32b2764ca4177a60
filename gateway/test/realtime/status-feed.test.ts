import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { runGateway } from '../support/gateway-process.ts';
import { API_KEY, connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

describe('the status feed', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let instanceId: string;
	const open = new Set<WebSocket>();

	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());
	afterEach(() => {
		for (const socket of open) socket.terminate();
		open.clear();
	});

	const connect = () => {
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		open.add(socket);
		const messages: unknown[] = [];
		let closed: number | null = null;
		let pings = 0;
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		socket.on('close', (code) => (closed = code));
		socket.on('ping', () => (pings += 1));
		return {
			messages,
			pings: () => pings,
			closed: () => until('the connection to close', () => closed),
			send: async (message: unknown) => {
				await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
				socket.send(typeof message === 'string' ? message : JSON.stringify(message));
			},
			waitFor: (count: number) => until(`${count} messages`, () => messages.length >= count && messages),
		};
	};
	const channel = () => `instance:${instanceId}:status`;
	const subscription = (rest: Record<string, unknown> = {}) => ({
		type: 'subscribe',
		channel: channel(),
		apiKey: API_KEY,
		...rest,
	});

	it('sends the status at once and after every change', async () => {
		const client = connect();
		await client.send(subscription());
		const [subscribed, first] = await client.waitFor(2);
		expect(subscribed).toEqual({ type: 'subscribed', channel: channel() });
		expect(first).toMatchObject({
			type: 'status',
			channel: channel(),
			timestamp: expect.stringMatching(/Z$/),
		});
		const { body } = await gateway.get(`/v1/instances/${instanceId}/status`);
		expect(at(first, 'data')).toEqual(at(body, 'data'));

		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const [, , second] = await client.waitFor(3);
		expect(at(second, 'data.status')).toBe('disconnected');

		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		const [, , , third] = await client.waitFor(4);
		expect(at(third, 'data.status')).toBe('qr_pending');
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		const [, , , , fourth] = await client.waitFor(5);
		expect(at(fourth, 'data.status')).toBe('connected');
	});

	it('confirms that a client unsubscribed, and sends nothing after that', async () => {
		const client = connect();
		const other = connect();
		await client.send(subscription());
		await other.send(subscription());
		await client.waitFor(2);
		await other.waitFor(2);
		await client.send({ type: 'unsubscribe', channel: channel() });
		const [, , confirmed] = await client.waitFor(3);
		expect(confirmed).toEqual({ type: 'unsubscribed', channel: channel() });
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await other.waitFor(3);
		expect(client.messages).toHaveLength(3);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
	});

	it('handles the messages of a client in their order', async () => {
		const client = connect();
		const other = connect();
		await other.send(subscription());
		await other.waitFor(2);
		await client.send(subscription());
		await client.send({ type: 'unsubscribe', channel: channel() });
		await client.waitFor(3);
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await other.waitFor(3);
		await client.send({ type: 'nonsense', channel: 'nonsense' });
		const [, , , answer] = await client.waitFor(4);
		expect(at(answer, 'error.message')).toContain('"type"');
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
	});

	it('says that the instance was deleted, and nothing after that', async () => {
		const created = (await gateway.post('/v1/instances', { name: 'Short-lived' })).text('data.id');
		const ended = `instance:${created}:status`;
		const client = connect();
		await client.send(subscription({ channel: ended }));
		await client.waitFor(2);
		await gateway.delete(`/v1/instances/${created}`);
		const [, , deleted] = await client.waitFor(3);
		expect(deleted).toMatchObject({ type: 'unsubscribed', channel: ended });
		expect(at(deleted, 'error.code')).toBe('instance_not_found');
	});

	it.each([
		['no key', { apiKey: undefined }, 'missing_api_key'],
		['a wrong key', { apiKey: 'a-key-nobody-made' }, 'invalid_api_key'],
	])('closes with 4401 for %s', async (_what, rest, code) => {
		const client = connect();
		await client.send(subscription(rest));
		const [error] = await client.waitFor(1);
		expect(at(error, 'error.code')).toBe(code);
		expect(await client.closed()).toBe(4401);
	});

	it('requires the scope instances:read', async () => {
		const { stdout } = await runGateway(
			['keys', 'create', '--name', 'Writer', '--scopes', 'messages:write'],
			{
				GATEWAY_DATA_DIR: gateway.folder,
			},
		);
		const client = connect();
		await client.send(subscription({ apiKey: /^mgw_\S+$/m.exec(stdout)?.[0] }));
		const [error] = await client.waitFor(1);
		expect(at(error, 'error.code')).toBe('insufficient_permissions');
	});

	it.each([
		['no JSON', '{', 'invalid_parameters'],
		['an unknown type', { type: 'shout', channel: 'instance:x:status' }, 'invalid_parameters'],
		['an unknown channel', { type: 'subscribe', channel: 'weather', apiKey: API_KEY }, 'invalid_parameters'],
		[
			'an unknown instance',
			{ type: 'subscribe', channel: 'instance:inst_x:status', apiKey: API_KEY },
			'instance_not_found',
		],
	])('answers an error for %s and stays open', async (_what, message, code) => {
		const client = connect();
		await client.send(message);
		const [error] = await client.waitFor(1);
		expect(error).toMatchObject({ type: 'error', error: { code } });
		await client.send(subscription());
		await client.waitFor(3);
	});

	it('pings every 30 seconds', async () => {
		const client = connect();
		await client.send(subscription());
		await client.waitFor(2);
		clock.advance(30_000);
		await until('a ping', () => client.pings() === 1);
	});
});
