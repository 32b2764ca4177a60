import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket, type ClientOptions } from 'ws';
import { runGateway } from '../support/gateway-process.ts';
import {
	API_KEY,
	connectedInstance,
	sendText,
	startTestGateway,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { openBrowser, openOwner, type Browser } from '../support/owner.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

describe('the real-time channel of the page', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let receiver: Receiver;
	let owner: Browser;
	let instanceId: string;
	const open = new Set<WebSocket>();

	beforeAll(async () => {
		receiver = await startReceiver();
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});
	afterEach(() => {
		for (const socket of open) socket.terminate();
		open.clear();
	});

	const connect = (options: ClientOptions = {}) => {
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`, options);
		open.add(socket);
		const heard: unknown[] = [];
		let closed: number | null = null;
		socket.on('message', (content: Buffer) => heard.push(JSON.parse(content.toString())));
		socket.on('close', (code) => (closed = code));
		return {
			socket,
			heard,
			closed: () => until('the connection to close', () => closed),
			say: async (message: unknown) => {
				await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
				socket.send(JSON.stringify(message));
			},
			hears: (what: string, fits: (message: unknown) => boolean) =>
				until(what, () => heard.find(fits) ?? null),
		};
	};
	/** The page, in a browser that may be signed in. */
	const page = (browser: Browser, origin = gateway.url) =>
		connect({ headers: { cookie: browser.cookie(), origin } });
	const isError = (message: unknown) => at(message, 'type') === 'error';
	const isEvent = (kind: string) => (message: unknown) => at(message, 'data.kind') === kind;
	const subscribed = (channel: string) => (message: unknown) =>
		at(message, 'type') === 'subscribed' && at(message, 'channel') === channel;
	const listen = async (client: ReturnType<typeof connect>, channel: string, apiKey?: string) => {
		await client.say({ type: 'subscribe', channel, ...(apiKey === undefined ? {} : { apiKey }) });
		await client.hears(`to be subscribed to ${channel}`, subscribed(channel));
	};
	const keyWith = async (scopes: string[]) =>
		(await owner.post('/admin/v1/keys', { name: 'Listener', scopes })).text('data.key');

	it('tells of every event, of all instances or of one', async () => {
		const client = page(owner);
		await listen(client, 'events');
		await listen(client, `instance:${instanceId}:events`);
		const other = await connectedInstance(gateway, 'Other');
		const connected = await client.hears('the other to connect', isEvent('instance.connected'));
		expect(at(connected, 'channel')).toBe('events');
		expect(at(connected, 'data.instanceId')).toBe(other);

		const messageId = await sendText(gateway, instanceId, '4915112345678', 'Hello');
		await client.hears('message.sent', isEvent('message.sent'));
		const sent = client.heard.filter(isEvent('message.sent'));
		await until('both channels to tell', () => client.heard.filter(isEvent('message.sent')).length === 2);
		expect(sent[0]).toEqual({
			type: 'event',
			channel: 'events',
			timestamp: expect.stringMatching(/Z$/),
			data: {
				eventId: expect.stringMatching(/^evt_/),
				kind: 'message.sent',
				instanceId,
				at: expect.stringMatching(/Z$/),
				payload: expect.objectContaining({ event: 'message.sent' }),
			},
		});
		expect(at(sent[0], 'data.payload.data.messageId')).toBe(messageId);
		const [listed] = (await owner.get('/admin/v1/events?kind=message.sent&limit=1')).at('data') as unknown[];
		expect(at(sent[0], 'data')).toEqual(listed);
		expect(
			client.heard.filter((message) => at(message, 'channel') === `instance:${instanceId}:events`),
		).not.toEqual(
			expect.arrayContaining([
				expect.objectContaining({ data: expect.objectContaining({ instanceId: other }) }),
			]),
		);
	});

	it('tells of every attempt to deliver', async () => {
		const url = `${receiver.url}/hook`;
		const made = await gateway.post('/v1/webhooks', { url, events: ['message.received'], instanceId });
		const client = page(owner);
		await listen(client, 'deliveries');
		const test = await gateway.post(`/v1/webhooks/${made.text('data.id')}/test`, {
			event: 'message.received',
		});
		const told = await client.hears('the attempt', (message) => at(message, 'type') === 'delivery');
		expect(told).toEqual({
			type: 'delivery',
			channel: 'deliveries',
			timestamp: expect.stringMatching(/Z$/),
			data: {
				deliveryId: test.text('data.deliveryId'),
				eventId: test.text('data.eventId'),
				webhookId: made.text('data.id'),
				status: 'success',
				attempt: 1,
				statusCode: 200,
				responseTime: expect.any(Number),
				error: null,
			},
		});
	});

	it('tells the status too, without a key', async () => {
		const client = page(owner);
		await listen(client, `instance:${instanceId}:status`);
		await client.hears('the status', (message) => at(message, 'data.status') === 'connected');
	});

	it('is silent after unsubscribing', async () => {
		const client = page(owner);
		await listen(client, 'events');
		await client.say({ type: 'unsubscribe', channel: 'events' });
		await listen(client, 'deliveries');
		const before = client.heard.length;
		const other = page(owner);
		await listen(other, 'events');
		await sendText(gateway, instanceId, '4915112345678');
		await other.hears('message.sent', isEvent('message.sent'));
		expect(client.heard).toHaveLength(before);
	});

	it.each([
		['no session', () => connect(), 'missing_api_key'],
		['a session that is none', () => connect({ headers: { cookie: 'mgw_session=none' } }), 'not_signed_in'],
		['a page of another port', () => page(owner, 'http://127.0.0.1:5678'), 'origin_not_allowed'],
		['a foreign page', () => page(owner, 'https://evil.example'), 'origin_not_allowed'],
		[
			'a program with the cookie alone',
			() => connect({ headers: { cookie: owner.cookie() } }),
			'origin_not_allowed',
		],
	])('is closed with 4401 to %s', async (_what, begin, code) => {
		const client = begin();
		await client.say({ type: 'subscribe', channel: 'events' });
		expect(at(await client.hears('the refusal', isError), 'error.code')).toBe(code);
		expect(await client.closed()).toBe(4401);
	});

	it('judges a key by its scopes, whatever cookie comes along', async () => {
		const client = page(owner);
		await client.say({ type: 'subscribe', channel: 'events', apiKey: 'a-key-nobody-made' });
		expect(at(await client.hears('the refusal', isError), 'error.code')).toBe('invalid_api_key');
		expect(await client.closed()).toBe(4401);

		const weak = await keyWith(['messages:read', 'webhooks:write']);
		for (const channel of ['events', `instance:${instanceId}:events`, 'deliveries']) {
			const other = connect();
			await other.say({ type: 'subscribe', channel, apiKey: weak });
			expect(at(await other.hears('the refusal', isError), 'error.code')).toBe('insufficient_permissions');
		}
		const good = connect();
		await listen(good, 'events', await keyWith(['messages:read', 'instances:read']));
		await listen(good, 'deliveries', await keyWith(['webhooks:read']));
		await listen(good, `instance:${instanceId}:events`, API_KEY);
	});

	it('knows no events of an instance that is not there', async () => {
		const client = page(owner);
		await client.say({ type: 'subscribe', channel: 'instance:inst_x:events' });
		expect(at(await client.hears('the refusal', isError), 'error.code')).toBe('instance_not_found');
	});

	it('is cut off at once when the session ends or the key is revoked', async () => {
		const browser = openBrowser(gateway);
		await browser.signIn();
		const first = page(browser);
		await listen(first, 'events');
		const made = await owner.post('/admin/v1/keys', { name: 'Short' });
		const byKey = connect();
		await listen(byKey, 'events', made.text('data.key'));
		const staying = page(owner);
		await listen(staying, 'events');

		await browser.delete('/admin/v1/session');
		expect(await first.closed()).toBe(4401);
		await owner.delete(`/admin/v1/keys/${made.text('data.keyId')}`);
		expect(await byKey.closed()).toBe(4401);
		expect(staying.socket.readyState).toBe(WebSocket.OPEN);

		// Opened before, and silent until the session had ended.
		const late = openBrowser(gateway);
		await late.signIn();
		const silent = page(late);
		await until('the connection to open', () => silent.socket.readyState === WebSocket.OPEN);
		await late.delete('/admin/v1/session');
		await silent.say({ type: 'subscribe', channel: 'events' });
		expect(await silent.closed()).toBe(4401);
	});

	it('is cut off within 30 seconds of what was done beside the gateway, or of time', async () => {
		const made = await owner.post('/admin/v1/keys', {
			name: 'Short',
			expiresAt: new Date(clock.now() + 20_000).toISOString(),
		});
		const expiring = connect();
		await listen(expiring, 'events', made.text('data.key'));
		const other = await owner.post('/admin/v1/keys', { name: 'Other' });
		const revoked = connect();
		await listen(revoked, 'events', other.text('data.key'));
		await runGateway(['keys', 'revoke', other.text('data.keyId')], { GATEWAY_DATA_DIR: gateway.folder });
		const staying = page(owner);
		await listen(staying, 'events');
		clock.advance(30_000);
		expect([await expiring.closed(), await revoked.closed()]).toEqual([4401, 4401]);
		expect(staying.socket.readyState).toBe(WebSocket.OPEN);
	});

	it('drops who does not read what is told, and keeps nothing for it', async () => {
		const slow = page(owner);
		await listen(slow, 'events');
		slow.socket.pause();
		const quick = page(owner);
		await listen(quick, 'events');
		// Some 20 MB of events: more than the connection itself holds.
		const metadata = { note: 'x'.repeat(4000) };
		const ofLast = (message: unknown) => at(message, 'data.kind') === 'message.read';
		for (let count = 50; count <= 800; count += 50) {
			const send = () => sendText(gateway, instanceId, '4915112345678', '€'.repeat(4000), { metadata });
			await Promise.all(Array.from({ length: 50 }, send));
			await until('the last one', () => quick.heard.filter(ofLast).length === count);
		}
		slow.socket.resume();
		expect(await slow.closed()).toBe(1013);
		expect(quick.socket.readyState).toBe(WebSocket.OPEN);
	}, 180_000);
});
