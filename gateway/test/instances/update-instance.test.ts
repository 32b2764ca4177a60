import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { clientWith } from '../support/keys.ts';
import { openOwner } from '../support/owner.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
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
			settings: {
				autoRead: true,
				autoTyping: false,
				rejectCalls: false,
				takeover: null,
				proxyUrl: null,
			},
		});
		expect((await gateway.get(`/v1/instances/${id}`)).at('data')).toMatchObject({
			name: 'After',
			settings: { autoRead: true, autoTyping: false },
		});
	});

	it('keeps the silence after which a chat is released, in the largest unit', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const changed = await patch(id, { settings: { takeover: { releaseAfter: '90m' }, rejectCalls: true } });
		expect(changed.at('data.settings')).toMatchObject({
			takeover: { releaseAfter: '90m' },
			rejectCalls: true,
		});
		await patch(id, { settings: { takeover: { releaseAfter: '120m' } } });
		expect((await gateway.get(`/v1/instances/${id}`)).at('data.settings.takeover')).toEqual({
			releaseAfter: '2h',
		});
		expect((await patch(id, { settings: { takeover: null } })).at('data.settings.takeover')).toBeNull();
	});

	it.each(['60s', '604800s', '1m', '10080m', '1h', '168h', '1d', '7d'])(
		'releases a chat after %s of silence',
		async (releaseAfter) => {
			const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
			expect(await patch(id, { settings: { takeover: { releaseAfter } } })).toMatchObject({ status: 200 });
		},
	);

	it.each([
		...[
			'30',
			'59s',
			'604801s',
			'610000s',
			'0m',
			'10081m',
			'10090m',
			'20000m',
			'169h',
			'170h',
			'8d',
			'10d',
		].map((releaseAfter) => ({ releaseAfter })),
		{},
		'30m',
	])('refuses a takeover of %j', async (takeover) => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const refused = await patch(id, { settings: { takeover } });
		expect(refused).toMatchObject({ status: 400 });
		expect(refused.at('error.code')).toBe('invalid_parameters');
	});

	it('shows a proxy only to those who may change it, and logs no part of it', async () => {
		const proxyUrl = 'socks5://ana:secret-of-the-proxy@proxy.example.com:1080';
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		expect((await patch(id, { settings: { proxyUrl } })).at('data.settings.proxyUrl')).toBe(proxyUrl);
		const reader = await clientWith(gateway, { scopes: ['instances:read'] });
		const read = await reader.get(`/v1/instances/${id}`);
		expect(read.at('data.settings.proxyUrl')).toBeNull();
		const owner = await openOwner(gateway);
		const log = JSON.stringify((await owner.get('/admin/v1/audit')).body);
		expect(log).toContain('"proxy":"set"');
		expect(log).not.toContain('secret-of-the-proxy');
	});

	it.each([
		['ftp://proxy.example.com', 'begins with http://, https:// or socks5://'],
		['no proxy', 'begins with http://, https:// or socks5://'],
		['socks5://proxy.example.com', 'needs a port'],
		['http://proxy.example.com/path?secret', 'nothing behind them'],
		['http://10.1.2.3:3128', 'GATEWAY_ALLOW_PRIVATE_NETWORKS'],
		['socks5://[fd00::1]:1080', 'GATEWAY_ALLOW_PRIVATE_NETWORKS'],
	])('refuses the proxy %s', async (proxyUrl, reason) => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const refused = await patch(id, { settings: { proxyUrl } });
		expect(refused.at('error.code')).toBe('invalid_parameters');
		expect(refused.at('error.message')).toContain(reason);
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
