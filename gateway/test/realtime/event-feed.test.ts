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
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

describe('the event feed', () => {
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
		const messages: unknown[] = [];
		let closed: number | null = null;
		socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
		socket.on('close', (code) => (closed = code));
		return {
			socket,
			messages,
			closed: () => until('the connection to close', () => closed),
			send: async (message: object) => {
				await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
				socket.send(JSON.stringify(message));
			},
			waitFor: (what: string, matches: (message: unknown) => boolean) =>
				until(what, () => messages.find(matches) ?? null),
		};
	};
	/** Connects as the page does, in a browser that may be signed in. */
	const page = (browser: Browser, origin = gateway.url) => {
		const client = connect({ headers: { cookie: browser.cookie(), origin } });
		const send = (message: object) => client.send({ csrfToken: browser.csrfToken(), ...message });
		return { ...client, send };
	};
	const isError = (message: unknown) => at(message, 'type') === 'error';
	const isEvent = (kind: string) => (message: unknown) => at(message, 'data.kind') === kind;
	const isSubscribed = (channel: string) => (message: unknown) =>
		at(message, 'type') === 'subscribed' && at(message, 'channel') === channel;
	const subscribe = async (
		client: Pick<ReturnType<typeof page>, 'send' | 'waitFor'>,
		channel: string,
		apiKey?: string,
	) => {
		await client.send({ type: 'subscribe', channel, ...(apiKey === undefined ? {} : { apiKey }) });
		await client.waitFor(`to be subscribed to ${channel}`, isSubscribed(channel));
	};
	const keyWith = async (scopes: string[]) =>
		(await owner.post('/admin/v1/keys', { name: 'Listener', scopes })).text('data.key');

	it('sends every event of all instances or of one', async () => {
		const client = page(owner);
		await subscribe(client, 'events');
		await subscribe(client, `instance:${instanceId}:events`);
		const other = await connectedInstance(gateway, 'Other');
		const connected = await client.waitFor('the other to connect', isEvent('instance.connected'));
		expect(at(connected, 'channel')).toBe('events');
		expect(at(connected, 'data.instanceId')).toBe(other);

		const messageId = await sendText(gateway, instanceId, '4915112345678', 'Hello');
		await client.waitFor('message.sent', isEvent('message.sent'));
		const sent = client.messages.filter(isEvent('message.sent'));
		await until(
			'the event on both channels',
			() => client.messages.filter(isEvent('message.sent')).length === 2,
		);
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
			client.messages.filter((message) => at(message, 'channel') === `instance:${instanceId}:events`),
		).not.toEqual(
			expect.arrayContaining([
				expect.objectContaining({ data: expect.objectContaining({ instanceId: other }) }),
			]),
		);
	});

	it('sends every attempt to deliver', async () => {
		const url = `${receiver.url}/hook`;
		const created = await gateway.post('/v1/webhooks', { url, events: ['message.received'], instanceId });
		const client = page(owner);
		await subscribe(client, 'deliveries');
		const test = await gateway.post(`/v1/webhooks/${created.text('data.id')}/test`, {
			event: 'message.received',
		});
		const delivery = await client.waitFor('the attempt', (message) => at(message, 'type') === 'delivery');
		expect(delivery).toEqual({
			type: 'delivery',
			channel: 'deliveries',
			timestamp: expect.stringMatching(/Z$/),
			data: {
				deliveryId: test.text('data.deliveryId'),
				eventId: test.text('data.eventId'),
				webhookId: created.text('data.id'),
				status: 'success',
				attempt: 1,
				statusCode: 200,
				responseTime: expect.any(Number),
				error: null,
			},
		});
	});

	it('sends the status without a key', async () => {
		const client = page(owner);
		await subscribe(client, `instance:${instanceId}:status`);
		await client.waitFor('the status', (message) => at(message, 'data.status') === 'connected');
	});

	it('sends nothing after unsubscribing', async () => {
		const client = page(owner);
		await subscribe(client, 'events');
		await client.send({ type: 'unsubscribe', channel: 'events' });
		await subscribe(client, 'deliveries');
		const before = client.messages.length;
		const other = page(owner);
		await subscribe(other, 'events');
		await sendText(gateway, instanceId, '4915112345678');
		await other.waitFor('message.sent', isEvent('message.sent'));
		expect(client.messages).toHaveLength(before);
	});

	it.each([
		['a request without a session', () => connect(), 'missing_api_key'],
		['an unknown session', () => connect({ headers: { cookie: 'mgw_session=none' } }), 'not_signed_in'],
		[
			'a program with the cookie and our origin, without the CSRF token',
			() => connect({ headers: { cookie: owner.cookie(), origin: gateway.url } }),
			'csrf_token_required',
		],
		['a page of another port', () => page(owner, 'http://127.0.0.1:5678'), 'origin_not_allowed'],
		['a page of a foreign origin', () => page(owner, 'https://evil.example'), 'origin_not_allowed'],
		[
			'a program with the cookie but without an origin',
			() => connect({ headers: { cookie: owner.cookie() } }),
			'origin_not_allowed',
		],
	])('closes with 4401 for %s', async (_what, connectClient, code) => {
		const client = connectClient();
		await client.send({ type: 'subscribe', channel: 'events' });
		expect(at(await client.waitFor('the refusal', isError), 'error.code')).toBe(code);
		expect(await client.closed()).toBe(4401);
	});

	it('authorizes a key by its scopes, with any cookie', async () => {
		const client = page(owner);
		await client.send({ type: 'subscribe', channel: 'events', apiKey: 'a-key-nobody-made' });
		expect(at(await client.waitFor('the refusal', isError), 'error.code')).toBe('invalid_api_key');
		expect(await client.closed()).toBe(4401);

		const unauthorized = await keyWith(['messages:read', 'webhooks:write']);
		for (const channel of ['events', `instance:${instanceId}:events`, 'deliveries']) {
			const other = connect();
			await other.send({ type: 'subscribe', channel, apiKey: unauthorized });
			expect(at(await other.waitFor('the refusal', isError), 'error.code')).toBe('insufficient_permissions');
		}
		const authorized = connect();
		await subscribe(authorized, 'events', await keyWith(['messages:read', 'instances:read']));
		await subscribe(authorized, 'deliveries', await keyWith(['webhooks:read']));
		await subscribe(authorized, `instance:${instanceId}:events`, API_KEY);
	});

	it('answers instance_not_found for an unknown instance', async () => {
		const client = page(owner);
		await client.send({ type: 'subscribe', channel: 'instance:inst_x:events' });
		expect(at(await client.waitFor('the refusal', isError), 'error.code')).toBe('instance_not_found');
	});

	it('closes at once when the session ends or the key is revoked', async () => {
		const browser = openBrowser(gateway);
		await browser.signIn();
		const first = page(browser);
		await subscribe(first, 'events');
		const created = await owner.post('/admin/v1/keys', { name: 'Short' });
		const byKey = connect();
		await subscribe(byKey, 'events', created.text('data.key'));
		const unaffected = page(owner);
		await subscribe(unaffected, 'events');

		await browser.delete('/admin/v1/session');
		expect(await first.closed()).toBe(4401);
		await owner.delete(`/admin/v1/keys/${created.text('data.keyId')}`);
		expect(await byKey.closed()).toBe(4401);
		expect(unaffected.socket.readyState).toBe(WebSocket.OPEN);

		// This connection subscribes for the first time after its session has ended.
		const late = openBrowser(gateway);
		await late.signIn();
		const silent = page(late);
		await until('the connection to open', () => silent.socket.readyState === WebSocket.OPEN);
		await late.delete('/admin/v1/session');
		await silent.send({ type: 'subscribe', channel: 'events' });
		expect(await silent.closed()).toBe(4401);
	});

	it('closes within 30 seconds of an expiry or of a revocation on the command line', async () => {
		const created = await owner.post('/admin/v1/keys', {
			name: 'Short',
			expiresAt: new Date(clock.now() + 20_000).toISOString(),
		});
		const expiring = connect();
		await subscribe(expiring, 'events', created.text('data.key'));
		const other = await owner.post('/admin/v1/keys', { name: 'Other' });
		const revoked = connect();
		await subscribe(revoked, 'events', other.text('data.key'));
		await runGateway(['keys', 'revoke', other.text('data.keyId')], { GATEWAY_DATA_DIR: gateway.folder });
		const unaffected = page(owner);
		await subscribe(unaffected, 'events');
		clock.advance(30_000);
		expect([await expiring.closed(), await revoked.closed()]).toEqual([4401, 4401]);
		expect(unaffected.socket.readyState).toBe(WebSocket.OPEN);
	});

	it('closes a connection whose client does not read, instead of buffering for it', async () => {
		const slow = page(owner);
		await subscribe(slow, 'events');
		slow.socket.pause();
		const quick = page(owner);
		await subscribe(quick, 'events');
		// Some 20 MB of events: more than the buffers of the connection.
		const metadata = { note: 'x'.repeat(4000) };
		const ofLast = (message: unknown) => at(message, 'data.kind') === 'message.read';
		for (let count = 50; count <= 800; count += 50) {
			const send = () => sendText(gateway, instanceId, '4915112345678', '€'.repeat(4000), { metadata });
			await Promise.all(Array.from({ length: 50 }, send));
			await until('the last one', () => quick.messages.filter(ofLast).length === count);
		}
		slow.socket.resume();
		// "Try again later"; or 1006, where the client did not read that within 30 seconds and the gateway hung up.
		expect([1013, 1006]).toContain(await slow.closed());
		expect(quick.socket.readyState).toBe(WebSocket.OPEN);
	}, 180_000);
});
