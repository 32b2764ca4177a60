import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { Answer, Client } from '../../../support/client.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { clientWith, createKey } from '../../../support/keys.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';

describe('what a scope does not allow in another way', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookReader: Client;
	let webhookWriter: Client;
	let instanceReader: Client;
	let instanceWriter: Client;

	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		[webhookReader, webhookWriter, instanceReader, instanceWriter] = await Promise.all([
			clientWith(gateway, { scopes: ['webhooks:read'] }),
			clientWith(gateway, { scopes: ['webhooks:read', 'webhooks:write'] }),
			clientWith(gateway, { scopes: ['instances:read'] }),
			clientWith(gateway, { scopes: ['instances:read', 'instances:write'] }),
		]);
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	const refused = ({ status, at: inside }: Answer) => [status, inside('error.code'), inside('error.message')];
	const LACKS_MESSAGES_READ = [
		403,
		'insufficient_permissions',
		expect.stringContaining('lacks the scope messages:read'),
	];
	const register = async (events: string[]) => {
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events, instanceId });
		return `/v1/webhooks/${created.text('data.id')}`;
	};
	const patch = (client: Client, path: string, body: unknown) =>
		client.request(path, { method: 'PATCH', headers: client.headers, body: JSON.stringify(body) });

	it('registers webhooks for messages with messages:read only', async () => {
		const webhook = { url: receiver.url, events: ['instance.disconnected', 'message.failed'] };
		expect(refused(await webhookWriter.post('/v1/webhooks', webhook))).toEqual(LACKS_MESSAGES_READ);
		const harmless = { ...webhook, events: ['instance.disconnected'] };
		expect((await webhookWriter.post('/v1/webhooks', harmless)).status).toBe(201);
		const both = await clientWith(gateway, { scopes: ['webhooks:write', 'messages:read'] });
		expect((await both.post('/v1/webhooks', webhook)).status).toBe(201);
	});

	it('redirects webhooks for messages with messages:read only', async () => {
		const path = await register(['message.received']);
		await webhookWriter.put(path, { status: 'inactive' });
		for (const change of [
			{ url: `${receiver.url}/other` },
			{ secret: 'known to the stranger' },
			{ status: 'active' },
			{ events: ['message.received', 'message.read'] },
			// The first of two steps: without messages its URL could be changed, and old deliveries be sent there.
			{ events: ['instance.disconnected'] },
		]) {
			expect(refused(await webhookWriter.put(path, change))).toEqual(LACKS_MESSAGES_READ);
		}
		expect(refused(await webhookWriter.post(`${path}/rotate-secret`, {}))).toEqual(LACKS_MESSAGES_READ);
		expect((await webhookWriter.put(path, { name: 'Renamed' })).at('data.name')).toBe('Renamed');
		expect((await gateway.get(path)).at('data.url')).toBe(receiver.url);

		const harmless = await register(['instance.disconnected']);
		expect((await webhookWriter.put(harmless, { url: `${receiver.url}/other` })).status).toBe(200);
		const added = await webhookWriter.put(harmless, { events: ['message.sent'] });
		expect(refused(added)).toEqual(LACKS_MESSAGES_READ);
		expect((await webhookWriter.post(`${harmless}/rotate-secret`, {})).status).toBe(200);
	});

	it('does not redirect messages that a webhook still has to deliver', async () => {
		const path = await register(['message.received']);
		receiver.answer((response) => response.writeHead(500).end());
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'x',
		});
		await until('the first attempt', async () => {
			const { at: inside } = await gateway.get(`${path}/deliveries?status=pending`);
			return at((inside('data.deliveries') as unknown[])[0], 'attempts') === 1;
		});
		await gateway.put(path, { events: ['instance.disconnected'] });
		const redirected = await webhookWriter.put(path, { url: `${receiver.url}/other` });
		expect(refused(redirected)).toEqual(LACKS_MESSAGES_READ);
		receiver.answer((response) => response.end());
	});

	it("sets an instance's own webhook for messages with messages:read only", async () => {
		const webhookUrl = receiver.url;
		for (const events of [{}, { webhookEvents: [] }, { webhookEvents: ['message.read'] }]) {
			const created = await instanceWriter.post('/v1/instances', { name: 'A', webhookUrl, ...events });
			expect(refused(created)).toEqual(LACKS_MESSAGES_READ);
		}
		const harmless = { webhookUrl, webhookEvents: ['instance.disconnected'] };
		const created = await instanceWriter.post('/v1/instances', { name: 'A', ...harmless });
		expect(created.status).toBe(201);
		const path = `/v1/instances/${created.text('data.id')}`;
		expect((await patch(instanceWriter, path, { name: 'B', webhookUrl })).status).toBe(200);
		for (const change of [{ webhookEvents: [] }, { webhookEvents: ['message.sent'], webhookUrl }]) {
			expect(refused(await patch(instanceWriter, path, change))).toEqual(LACKS_MESSAGES_READ);
		}
		await patch(gateway, path, { webhookEvents: [] });
		const other = { webhookUrl: `${webhookUrl}/other`, webhookEvents: ['instance.disconnected'] };
		expect(refused(await patch(instanceWriter, path, other))).toEqual(LACKS_MESSAGES_READ);
		expect((await patch(instanceWriter, path, { name: 'C' })).status).toBe(200);
		expect((await patch(instanceWriter, path, { webhookUrl: null })).status).toBe(200);

		const bare = `/v1/instances/${(await instanceWriter.post('/v1/instances', { name: 'D' })).text('data.id')}`;
		expect(refused(await patch(instanceWriter, bare, { webhookUrl }))).toEqual(LACKS_MESSAGES_READ);
	});

	it('shows bodies of events of messages with messages:read only', async () => {
		const path = await register(['message.received', 'instance.disconnected']);
		receiver.answer((response, { raw }) => response.writeHead(200, { 'x-echo': raw.length }).end(raw));
		const deliveryOf = async (event: string) => {
			const test = await gateway.post(`${path}/test`, { event });
			return `${path}/deliveries/${test.text('data.deliveryId')}`;
		};
		const delivery = await deliveryOf('message.received');
		const hidden = await webhookReader.get(delivery);
		expect(hidden.at('data')).toMatchObject({
			event: 'message.received',
			body: null,
			attempts: [{ statusCode: 200, response: { headers: {}, body: null } }],
		});
		const reader = await clientWith(gateway, { scopes: ['webhooks:read', 'messages:read'] });
		expect((await reader.get(delivery)).at('data')).toMatchObject({
			body: expect.stringContaining('message.received'),
			attempts: [{ response: { body: expect.stringContaining('message.received') } }],
		});
		const harmless = await webhookReader.get(await deliveryOf('instance.disconnected'));
		expect(harmless.at('data')).toMatchObject({
			body: expect.stringContaining('instance.disconnected'),
			attempts: [{ response: { body: expect.stringContaining('instance.disconnected') } }],
		});
		receiver.answer((response) => response.end());
	});

	it('tests, retries and recovers deliveries of messages with messages:read only', async () => {
		const path = await register(['message.received', 'instance.disconnected']);
		receiver.answer((response) => response.writeHead(410).end());
		const failed = await gateway.post(`${path}/test`, { event: 'message.received' });
		receiver.answer((response) => response.end());
		await until(
			'the webhook to be inactive',
			async () => (await gateway.get(path)).at('data.status') === 'inactive',
		);
		await gateway.put(path, { status: 'active' });
		const retry = `${path}/deliveries/${failed.text('data.deliveryId')}/retry`;
		expect(refused(await webhookWriter.post(retry))).toEqual(LACKS_MESSAGES_READ);
		const since = '2020-01-31T12:00:00.000Z';
		const recovered = await webhookWriter.post(`${path}/deliveries/recover`, { since });
		expect(refused(recovered)).toEqual(LACKS_MESSAGES_READ);
		const test = await webhookWriter.post(`${path}/test`, { event: 'message.received' });
		expect(refused(test)).toEqual(LACKS_MESSAGES_READ);
		expect((await webhookWriter.post(`${path}/test`, { event: 'instance.connected' })).status).toBe(200);
		const all = await gateway.post(`${path}/deliveries/recover`, { since });
		expect(all.at('data.recovered')).toBe(1);
		const nothing = await webhookWriter.post(`${path}/deliveries/recover`, { since });
		expect([nothing.status, nothing.at('data.recovered')]).toEqual([200, 0]);
	});

	it('shows the secret of a webhook to those who may change it', async () => {
		const created = await webhookWriter.post('/v1/webhooks', {
			url: receiver.url,
			events: ['instance.disconnected'],
		});
		const path = `/v1/webhooks/${created.text('data.id')}`;
		const secret = created.text('data.secret');
		expect((await webhookReader.get(path)).at('data.secret')).toBeNull();
		expect((await webhookWriter.get(path)).at('data.secret')).toBe(secret);
		const rotated = await webhookWriter.post(`${path}/rotate-secret`, {});
		expect(rotated.text('data.secret')).not.toBe(secret);
	});

	it("shows the secret of an instance's own webhook to those who may change it", async () => {
		const own = { webhookUrl: receiver.url, webhookEvents: ['instance.disconnected'] };
		const created = await instanceWriter.post('/v1/instances', { name: 'Own', ...own });
		const path = `/v1/instances/${created.text('data.id')}`;
		const secret = created.text('data.webhookSecret');
		expect(secret).toMatch(/^whsec_/);
		for (const inside of [path, `${path}/status`]) {
			expect((await instanceReader.get(inside)).at('data.webhookSecret')).toBeNull();
			expect((await instanceWriter.get(inside)).at('data.webhookSecret')).toBe(secret);
		}
		expect(
			(await webhookReader.get(`/v1/webhooks/${created.text('data.webhookId')}`)).at('data.secret'),
		).toBeNull();
	});

	it('pushes no secret on the real-time channel', async () => {
		const created = await gateway.post('/v1/instances', { name: 'Live', webhookUrl: receiver.url });
		const apiKey = await createKey(gateway.folder, { scopes: ['instances:read'] });
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		const messages: string[] = [];
		socket.on('message', (content: Buffer) => messages.push(content.toString()));
		await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
		const channel = `instance:${created.text('data.id')}:status`;
		socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey }));
		await until('the status', () => messages.length === 2);
		expect(at(JSON.parse(messages[1] ?? ''), 'data.webhookId')).toBe(created.at('data.webhookId'));
		expect(messages.join('\n')).not.toContain(created.text('data.webhookSecret'));
		socket.terminate();
	});
});
