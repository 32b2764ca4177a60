import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runGateway } from '../support/gateway-process.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

describe('PATCH /v1/instances/:instanceId', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
	});
	afterEach(() => receiver.close());

	const patch = (id: string, body: unknown) =>
		gateway.request(`/v1/instances/${id}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify(body),
		});
	const receiveMessage = (id: string, content: string) =>
		gateway.post(`/simulator/v1/instances/${id}/messages`, { from: '4915112345678', content });

	it('changes the given fields and keeps the others', async () => {
		const created = await gateway.post('/v1/instances', { name: 'Before', settings: { autoRead: true } });
		const id = created.text('data.id');
		const changed = await patch(id, { name: 'After', settings: { autoTyping: false } });
		expect(changed.status).toBe(200);
		expect(changed.at('data')).toEqual({
			id,
			name: 'After',
			webhookUrl: null,
			settings: { autoRead: true, autoTyping: false },
		});
		expect((await gateway.get(`/v1/instances/${id}`)).at('data')).toMatchObject({
			name: 'After',
			settings: { autoRead: true, autoTyping: false },
		});
	});

	it('marks received messages as read while autoRead is set', async () => {
		const id = await connectedInstance(gateway);
		const receiveWith = async (autoRead: boolean) => {
			await patch(id, { settings: { autoRead } });
			return (await receiveMessage(id, 'Hello')).text('data.messageId');
		};
		const [unread, read] = [await receiveWith(false), await receiveWith(true)];
		const { body } = await gateway.get(`/v1/messages?instanceId=${id}`);
		expect(body).toMatchObject({
			data: [
				{ messageId: read, status: 'read' },
				{ messageId: unread, status: 'delivered' },
			],
		});
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${id}`);
		expect(chats.at('data.0.unreadCount')).toBe(1);
	});

	it('leaves the webhook inactive after 410 Gone until an update names a URL', async () => {
		receiver.answer((response) => response.writeHead(410).end());
		const id = await connectedInstance(gateway);
		await patch(id, { webhookUrl: receiver.url, webhookEvents: ['message.received'] });
		await receiveMessage(id, 'to a gone receiver');
		await until('the delivery to be over', () =>
			gateway.logged.some((line) => line.includes('"statusCode":410')),
		);
		receiver.answer((response) => response.end());
		await patch(id, { name: 'Renamed', webhookEvents: ['message.received'] });
		await receiveMessage(id, 'while inactive');
		await patch(id, { webhookUrl: receiver.url });
		await receiveMessage(id, 'active again');
		await receiver.count(2);
		expect(receiver.requests.map((request) => request.at('data.content'))).toEqual([
			'to a gone receiver',
			'active again',
		]);
	});

	it("creates, changes and removes the instance's own webhook", async () => {
		const id = await connectedInstance(gateway);
		await patch(id, { webhookUrl: receiver.url, webhookEvents: ['message.received'] });
		const instance = await gateway.get(`/v1/instances/${id}`);
		expect(instance.at('data')).toMatchObject({
			webhookUrl: receiver.url,
			webhookEvents: ['message.received'],
			webhookId: expect.stringMatching(/^wh_/),
			webhookSecret: expect.stringMatching(/^whsec_/),
		});
		await receiveMessage(id, 'first');
		await receiver.count(1);

		await patch(id, { webhookEvents: ['message.sent'] });
		await receiveMessage(id, 'not wanted any more');
		await sendText(gateway, id, '4915112345678');
		const requests = await receiver.count(2);
		expect(requests[1]?.at('event')).toBe('message.sent');

		await patch(id, { webhookUrl: null });
		expect((await gateway.get(`/v1/instances/${id}`)).at('data')).toMatchObject({
			webhookUrl: null,
			webhookId: null,
			webhookSecret: null,
		});
	});

	it('keeps event kinds that were set before the URL', async () => {
		const created = await gateway.post('/v1/instances', { name: 'A', webhookEvents: ['message.read'] });
		expect(created.at('data.webhookEvents')).toEqual(['message.read']);
		await patch(created.text('data.id'), { webhookUrl: receiver.url });
		const response = await gateway.get(`/v1/instances/${created.text('data.id')}`);
		expect(response.at('data.webhookEvents')).toEqual(['message.read']);
	});

	it.each([
		['an empty name', { name: '' }, 'invalid_parameters'],
		['an unknown field', { phone: '49' }, 'invalid_parameters'],
		['a private URL', { webhookUrl: 'https://192.168.0.1/' }, 'invalid_webhook_url'],
		['an unknown event kind', { webhookEvents: ['all'] }, 'invalid_webhook_events'],
	])('answers 400 for %s', async (_what, body, code) => {
		const created = await gateway.post('/v1/instances', { name: 'A' });
		const answer = await patch(created.text('data.id'), body);
		expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
	});

	it('answers 404 for an unknown instance, as disconnect and delete do', async () => {
		const missing = 'inst_00000000000000000000000000';
		for (const answer of [
			await patch(missing, { name: 'A' }),
			await gateway.post(`/v1/instances/${missing}/disconnect`),
			await gateway.delete(`/v1/instances/${missing}`),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'instance_not_found']);
		}
	});
});

describe('POST /v1/instances/:instanceId/disconnect and DELETE /v1/instances/:instanceId', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['instance.disconnected'] });
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	it('ends the connection and the session with the reason user_request', async () => {
		const id = await connectedInstance(gateway);
		const answer = await gateway.post(`/v1/instances/${id}/disconnect`);
		expect(answer.status).toBe(200);
		expect(answer.at('data.status')).toBe('disconnected');
		const event = await receiver.find('the event', (request) => request.at('data.instanceId') === id);
		expect(event.at('data.reason')).toBe('user_request');

		const again = await gateway.post(`/v1/instances/${id}/disconnect`);
		expect([again.status, again.at('error.code')]).toEqual([409, 'instance_disconnected']);
		const connecting = await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		expect(connecting.at('status')).toBe('qr_pending');
	});

	it('ends the wait for a scan', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'A' })).text('data.id');
		await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		expect((await gateway.post(`/v1/instances/${id}/disconnect`)).status).toBe(200);
		expect((await gateway.post(`/simulator/v1/instances/${id}/scan`)).status).toBe(409);
		const status = await gateway.get(`/v1/instances/${id}/status`);
		expect(status.at('data')).toMatchObject({ status: 'disconnected', qrCode: null });
	});

	it('disconnects a deleted instance, and deletes its webhooks and messages', async () => {
		const id = await connectedInstance(gateway);
		const webhook = await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.sent'],
			instanceId: id,
		});
		const messageId = await sendText(gateway, id, '4915112340001');
		expect((await gateway.delete(`/v1/instances/${id}`)).body).toEqual({
			success: true,
			message: 'The instance "Shop" was deleted.',
		});
		await receiver.find('the event', (request) => request.at('data.instanceId') === id);
		expect((await gateway.get(`/v1/instances/${id}`)).status).toBe(404);
		expect((await gateway.get(`/v1/webhooks/${webhook.text('data.id')}`)).status).toBe(404);
		expect((await gateway.get(`/v1/messages/${messageId}/status`)).status).toBe(404);
	});

	it('deletes all messages of a deleted instance, and none of another one', async () => {
		const [deleted, kept] = [await connectedInstance(gateway), await connectedInstance(gateway)];
		const history = { messages: 1000, chats: 3 };
		for (const id of [deleted, kept]) await gateway.post(`/simulator/v1/instances/${id}/history`, history);
		const newest = async (id: string) =>
			(await gateway.get(`/v1/messages?instanceId=${id}&limit=100`)).at('data');
		const before = await newest(kept);
		expect((await gateway.delete(`/v1/instances/${deleted}`)).status).toBe(200);
		expect((await gateway.get(`/v1/messages?instanceId=${deleted}`)).status).toBe(404);
		expect(before).toHaveLength(100);
		expect(await newest(kept)).toEqual(before);
	});
});

describe('the audit log', () => {
	it('names the actor and the target of each change, and contains no secret', async () => {
		const gateway = await startTestGateway();
		const environment = { GATEWAY_DATA_DIR: gateway.folder };
		const instanceId = await connectedInstance(gateway);
		const webhook = await gateway.post('/v1/webhooks', {
			url: 'http://127.0.0.1:1/hook',
			events: ['message.sent'],
			secret: 'a very secret text',
		});
		const webhookId = webhook.text('data.id');
		await gateway.put(`/v1/webhooks/${webhookId}`, { secret: 'another secret text', name: 'B' });
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await gateway.delete(`/v1/instances/${instanceId}`);
		const { stdout: created } = await runGateway(['keys', 'create', '--name', 'CI'], environment);
		const keyId = /key_[0-9a-z]{26}/.exec(created)?.[0] ?? '';
		await runGateway(['keys', 'revoke', keyId], environment);

		const { stdout } = await runGateway(['audit'], environment);
		const entries = stdout
			.trim()
			.split('\n')
			.map((line) => line.split('  ').slice(1, 4));
		expect(entries.map(([actor, action, subject]) => [actor?.slice(0, 4), action, subject])).toEqual([
			['comm', 'key.revoked', keyId],
			['comm', 'key.created', keyId],
			['key_', 'instance.deleted', instanceId],
			['key_', 'instance.disconnected', instanceId],
			['key_', 'webhook.deleted', webhookId],
			['key_', 'webhook.updated', webhookId],
			['key_', 'webhook.created', webhookId],
			['key_', 'instance.connecting', instanceId],
			['key_', 'instance.created', instanceId],
		]);
		expect(stdout).not.toContain('secret text');
		expect(stdout).not.toMatch(/mgw_/);
		await gateway.close();
	});

	it('contains the method of each connection, and no token', async () => {
		const gateway = await startTestGateway();
		const path = `/v1/instances/${(await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id')}`;
		const official = { method: 'official', businessId: '1', phoneNumberId: '2' };
		await gateway.post(`${path}/connect`, { ...official, accessToken: 'wrong-token' });
		await gateway.post(`${path}/connect`, { method: 'qrcode' });
		await gateway.post(`${path}/connect`, { method: 'qrcode' });
		await gateway.post(`${path}/connect`, { ...official, accessToken: 'a-token' });
		await gateway.post(`${path}/connect`, { ...official, accessToken: 'a-token' });
		await gateway.post(`${path}/disconnect`);
		await gateway.post(`${path}/disconnect`);

		const { stdout } = await runGateway(['audit'], { GATEWAY_DATA_DIR: gateway.folder });
		const entries = stdout.split('\n').map((line) => line.split('  ').slice(2));
		expect(
			entries.filter(([action]) => action?.includes('connect')).map(([action, , how]) => [action, how]),
		).toEqual([
			['instance.disconnected', undefined],
			['instance.connecting', '{"method":"official"}'],
			['instance.connecting', '{"method":"qrcode"}'],
		]);
		expect(stdout).not.toContain('a-token');
		await gateway.close();
	});
});
