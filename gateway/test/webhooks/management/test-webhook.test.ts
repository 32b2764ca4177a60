import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_KINDS } from '../../../src/domain/events/event-kind.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('/v1/webhooks/:webhookId/test and /logs', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
		const created = await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.received'],
			instanceId,
		});
		webhookId = created.text('data.id');
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.delete(`/v1/webhooks/${webhookId}`);
	});

	const test = (event: string) => gateway.post(`/v1/webhooks/${webhookId}/test`, { event });
	const logs = async (query = '') => {
		const { body } = await gateway.get(`/v1/webhooks/${webhookId}/logs${query}`);
		return at(body, 'data') as unknown[];
	};

	it.each(EVENT_KINDS)('delivers a sample of %s', async (kind) => {
		const answer = await test(kind);
		expect(answer.status).toBe(200);
		const [request] = receiver.requests;
		expect(request?.event).toMatchObject({ event: kind, test: true, data: { instanceId } });
		expect(request?.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
		expect(answer.at('data')).toEqual({
			deliveryId: expect.stringMatching(/^dlv_/),
			eventId: request?.at('eventId'),
			statusCode: 200,
			responseTime: expect.any(Number),
			status: 'success',
		});
	});

	it('returns the status code of a receiver that rejects the sample', async () => {
		receiver.answer((response) => response.writeHead(503).end());
		const answer = await test('message.read');
		expect(answer.at('data')).toMatchObject({ statusCode: 503, status: 'retrying' });
	});

	it('returns no status code for a receiver that does not answer', async () => {
		await gateway.put(`/v1/webhooks/${webhookId}`, { url: 'http://127.0.0.1:1/hook' });
		const answer = await test('message.read');
		expect(answer.at('data')).toMatchObject({ statusCode: null, status: 'retrying' });
	});

	it('lists deliveries newest first, with the status of each', async () => {
		const first = (await test('message.sent')).at('data.deliveryId');
		receiver.answer((response) => response.writeHead(410).end());
		const second = (await test('message.read')).at('data.deliveryId');
		expect(await logs()).toEqual([
			{
				id: second,
				event: 'message.read',
				status: 'failed',
				statusCode: 410,
				responseTime: expect.any(Number),
				timestamp: expect.stringMatching(/Z$/),
			},
			expect.objectContaining({ id: first, event: 'message.sent', status: 'success', statusCode: 200 }),
		]);
		expect(await logs('?limit=1')).toHaveLength(1);
		const older = await logs(`?before=${String(second)}`);
		expect(older.map((entry) => at(entry, 'id'))).toEqual([first]);
	});

	it('lists deliveries of real events', async () => {
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		const entry = await until('the log', async () => (await logs())[0]);
		expect(entry).toMatchObject({ event: 'message.received', status: 'success' });
	});

	it('fills a page with finished deliveries, however many newer ones are pending', async () => {
		const delivered = (await test('message.sent')).at('data.deliveryId');
		const answers: (() => void)[] = [];
		receiver.answer((response) => answers.push(() => response.end()));
		for (const content of ['one', 'two']) {
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: '4915112345678',
				content,
			});
		}
		await receiver.count(3);
		expect((await logs('?limit=2')).map((entry) => at(entry, 'id'))).toEqual([delivered]);
		for (const answer of answers) answer();
	});

	it.each(['limit=0', 'limit=101', 'before=now'])('answers 400 for the query %s', async (query) => {
		const answer = await gateway.get(`/v1/webhooks/${webhookId}/logs?${query}`);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('answers 400 for an unknown event kind and 404 for an unknown webhook', async () => {
		const wrong = await test('message.shouted');
		expect([wrong.status, wrong.at('error.code')]).toEqual([400, 'invalid_webhook_events']);
		for (const answer of [
			await gateway.post('/v1/webhooks/wh_0/test', { event: 'message.sent' }),
			await gateway.get('/v1/webhooks/wh_0/logs'),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'webhook_not_found']);
		}
	});
});
