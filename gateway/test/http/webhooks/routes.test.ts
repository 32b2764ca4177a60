import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('webhooks', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(() => receiver.close());

	const register = (rest: Record<string, unknown> = {}) =>
		gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'], ...rest });
	const receiveMessage = (content = 'Hello', instance = instanceId) =>
		gateway.post(`/simulator/v1/instances/${instance}/messages`, { from: '4915112345678', content });

	it('creates a webhook with a secret and returns it', async () => {
		const created = await register({ instanceId, name: 'Orders' });
		expect(created.status).toBe(201);
		expect(created.at('data')).toEqual({
			id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
			name: 'Orders',
			url: receiver.url,
			instanceId,
			events: ['message.received'],
			secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
			status: 'active',
			createdAt: expect.stringMatching(/Z$/),
			lastDeliveryAt: null,
			lastDeliveryStatus: null,
			previousSecretExpiresAt: null,
			ordered: false,
			collect: null,
			filter: null,
			ratePerSecond: null,
			failingSince: null,
			pausedAt: null,
			pauseReason: null,
		});
		const response = await gateway.get(`/v1/webhooks/${created.text('data.id')}`);
		expect(response.body).toEqual(created.body);
	});

	it('signs each delivery with the given secret over the exact bytes', async () => {
		await register({ instanceId, secret: 'a secret of mine' });
		await receiveMessage('Grüße 🙂 "quoted" \\ end');
		const [request] = await receiver.count(1);
		const hmac = (text: string, encoding: 'hex' | 'base64') =>
			createHmac('sha256', 'a secret of mine').update(text).digest(encoding);
		const { headers, raw = '' } = request ?? {};
		expect(headers?.['x-service-signature']).toBe(`sha256=${hmac(raw, 'hex')}`);
		expect(headers?.['webhook-id']).toBe(request?.at('eventId'));
		const signed = `${String(headers?.['webhook-id'])}.${String(headers?.['webhook-timestamp'])}.${raw}`;
		expect(headers?.['webhook-signature']).toBe(`v1,${hmac(signed, 'base64')}`);
		expect(headers?.['content-type']).toBe('application/json');
		expect(headers?.['x-service-attempt']).toBe('1');
	});

	it('delivers only the event kinds and the instance that the webhook names', async () => {
		const other = await connectedInstance(gateway, 'Other');
		await register({ instanceId, events: ['message.received', 'instance.disconnected'] });
		await receiveMessage('not for this one', other);
		await gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'not a kind' });
		await receiveMessage('this one');
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const requests = await receiver.count(2);
		const kinds = requests.map((request) => request.at('event')).sort();
		expect(kinds).toEqual(['instance.disconnected', 'message.received']);
		const message = requests.find((request) => request.at('event') === 'message.received');
		expect(message?.at('data.content')).toBe('this one');
	});

	it('delivers events of all instances when the webhook names none', async () => {
		const created = await register();
		await receiveMessage();
		const [request] = await receiver.count(1);
		expect(request?.at('data.instanceId')).toBe(instanceId);
		await gateway.delete(`/v1/webhooks/${created.text('data.id')}`);
	});

	it('accepts what it returned as an update, and changes nothing', async () => {
		const created = await register({ instanceId, events: ['*'], name: 'Everything' });
		const url = `/v1/webhooks/${created.text('data.id')}`;
		const same = await gateway.put(url, (await gateway.get(url)).at('data'));
		expect([same.status, same.body]).toEqual([200, created.body]);
		const renamed = await gateway.put(url, { ...(created.at('data') as object), name: null });
		expect(renamed.at('data')).toEqual({ ...(created.at('data') as object), name: null });
		const moved = await gateway.put(url, { ...(created.at('data') as object), instanceId: null });
		expect([moved.status, moved.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('delivers all kinds to a webhook for *, and the eight of the specification to one that names none', async () => {
		const all = await register({ instanceId, events: ['*'] });
		expect(all.at('data.events')).toEqual(['*']);
		const none = await register({ instanceId, events: [] });
		expect(none.at('data.events')).toHaveLength(8);
		const absent = await gateway.post('/v1/webhooks', { url: receiver.url, instanceId });
		expect(absent.at('data.events')).toEqual(none.at('data.events'));
		await receiveMessage('for three');
		const requests = await receiver.count(3);
		expect(requests.map((request) => request.at('data.content'))).toEqual(Array(3).fill('for three'));
	});

	it('lists webhooks newest first, by instance and status', async () => {
		const first = (await register({ instanceId })).text('data.id');
		const second = (await register({ instanceId })).text('data.id');
		await gateway.put(`/v1/webhooks/${first}`, { status: 'inactive' });
		const ids = async (query: string) => {
			const { body } = await gateway.get(`/v1/webhooks?instanceId=${instanceId}${query}`);
			return (at(body, 'data') as unknown[]).map((webhook) => at(webhook, 'id'));
		};
		expect(await ids('')).toEqual([second, first]);
		expect(await ids('&status=active')).toEqual([second]);
		expect(await ids('&status=inactive')).toEqual([first]);
	});

	it('shows the status of the latest delivery', async () => {
		const id = (await register({ instanceId })).text('data.id');
		await receiveMessage();
		const webhook = await until('the delivery to be recorded', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${id}`);
			return at(body, 'data.lastDeliveryStatus') !== null && at(body, 'data');
		});
		expect(webhook).toMatchObject({
			lastDeliveryStatus: 'success',
			lastDeliveryAt: expect.stringMatching(/Z$/),
		});
	});

	it('applies changes of the URL, the events and the secret to later deliveries', async () => {
		const id = (await register({ instanceId, secret: 'the old secret' })).text('data.id');
		const changed = await gateway.put(`/v1/webhooks/${id}`, {
			url: `${receiver.url}/new?a=b`,
			events: ['instance.disconnected'],
			secret: 'the new secret',
			name: 'Renamed',
		});
		expect(changed.at('data')).toMatchObject({ name: 'Renamed', events: ['instance.disconnected'] });
		await receiveMessage('not wanted any more');
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const [request] = await receiver.count(1);
		expect(request?.at('event')).toBe('instance.disconnected');
		const expected = createHmac('sha256', 'the new secret')
			.update(request?.raw ?? '')
			.digest('hex');
		expect(request?.headers['x-service-signature']).toBe(`sha256=${expected}`);
	});

	it('delivers no events of the time in which the webhook was inactive', async () => {
		const id = (await register({ instanceId })).text('data.id');
		await gateway.put(`/v1/webhooks/${id}`, { status: 'inactive' });
		await receiveMessage('while inactive');
		await gateway.put(`/v1/webhooks/${id}`, { status: 'active' });
		await receiveMessage('while active');
		const [request] = await receiver.count(1);
		expect(request?.at('data.content')).toBe('while active');
	});

	it('deletes a webhook', async () => {
		const id = (await register({ instanceId })).text('data.id');
		const deleted = await gateway.delete(`/v1/webhooks/${id}`);
		expect(deleted.body).toEqual({ success: true, message: 'The webhook was deleted.' });
		for (const answer of [
			await gateway.get(`/v1/webhooks/${id}`),
			await gateway.put(`/v1/webhooks/${id}`, { name: 'x' }),
			await gateway.delete(`/v1/webhooks/${id}`),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'webhook_not_found']);
		}
	});

	it("delivers every event kind to an instance's own URL that names none", async () => {
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		const id = created.text('data.id');
		await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${id}/scan`);
		await receiveMessage('Hello', id);
		const requests = await receiver.count(3);
		expect(requests.map((request) => request.at('event')).sort()).toEqual([
			'instance.connected',
			'instance.qr_updated',
			'message.received',
		]);
		const [{ headers, raw } = { headers: {} as IncomingHttpHeaders, raw: '' }] = requests;
		const secret = created.text('data.webhookSecret');
		const expected = createHmac('sha256', secret).update(raw).digest('hex');
		expect(headers['x-service-signature']).toBe(`sha256=${expected}`);
		const listed = await gateway.get(`/v1/webhooks?instanceId=${id}`);
		expect(listed.at('data')).toEqual([]);
	});

	it.each([
		['no url', { url: undefined }, 'invalid_parameters'],
		['an invalid URL', { url: 'example.com' }, 'invalid_webhook_url'],
		['a URL of another scheme', { url: 'ftp://example.com/' }, 'invalid_webhook_url'],
		['a URL with a password', { url: 'https://me:secret@example.com/' }, 'invalid_webhook_url'],
		['plain HTTP to a public address', { url: 'http://203.0.114.1/' }, 'invalid_webhook_url'],
		['the metadata service', { url: 'https://169.254.169.254/latest' }, 'invalid_webhook_url'],
		['an IPv6 loopback address', { url: 'https://[::1]/' }, 'invalid_webhook_url'],
	])('answers 400 for %s', async (_what, change, code) => {
		const answer = await register(change);
		expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
	});

	it('answers 404 for an unknown instance', async () => {
		const answer = await register({ instanceId: 'inst_00000000000000000000000000' });
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'invalid_instance']);
	});
});
