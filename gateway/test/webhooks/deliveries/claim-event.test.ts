import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const UNKNOWN_EVENT = 'evt_01jz0000000000000000000000';

describe('POST /v1/webhooks/:webhookId/events/:eventId/claim', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let webhookId: string;
	let otherWebhookId: string;
	let eventId: string;
	let receiveMessage: () => Promise<void>;

	beforeEach(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		const instanceId = await connectedInstance(gateway);
		const create = async () =>
			(await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] })).text(
				'data.id',
			);
		webhookId = await create();
		otherWebhookId = await create();
		receiveMessage = async () => {
			const message = { from: '4915112345678', content: 'Hello' };
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		};
		await receiveMessage();
		const [delivery] = await receiver.count(2);
		eventId = String(delivery?.at('eventId'));
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const request = (claimant: string, event = eventId, webhook = webhookId) =>
		gateway.post(`/v1/webhooks/${webhook}/events/${event}/claim`, { claimant });
	const claim = async (...claimed: Parameters<typeof request>) =>
		(await request(...claimed)).at('data.claimed');

	it('gives an event to its first claimant, on every try, and after a restart', async () => {
		expect(await claim('one')).toBe(true);
		expect(await claim('two')).toBe(false);
		expect(await claim('one')).toBe(true);
		gateway = await gateway.restart();
		expect(await claim('two')).toBe(false);
		expect(await claim('one')).toBe(true);
	});

	it('gives an event to one of many claimants at the same time', async () => {
		const claims = Array.from({ length: 40 }, (_, index) => claim(`claimant ${index}`));
		expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
	});

	it('keeps the claims of two webhooks apart', async () => {
		expect(await claim('one')).toBe(true);
		expect(await claim('two', eventId, otherWebhookId)).toBe(true);
	});

	it('ends the claim when a successful delivery is retried', async () => {
		await claim('one');
		const successful = `/v1/webhooks/${webhookId}/deliveries?status=success`;
		const deliveryId = await until('the delivery to succeed', async () => {
			const [delivery] = (await gateway.get(successful)).at('data.deliveries') as { id: string }[];
			return delivery?.id;
		});
		await gateway.post(`/v1/webhooks/${webhookId}/deliveries/${deliveryId}/retry`);
		expect(await claim('two')).toBe(true);
		expect(await claim('one')).toBe(false);
	});

	it('keeps the claim of a delivery without success, because its receiver may have handled the event', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await receiveMessage();
		const failed = (await receiver.count(4))[3];
		const event = String(failed?.at('eventId'));
		expect(await claim('one', event)).toBe(true);
		const [delivery] = (await gateway.get(`/v1/webhooks/${webhookId}/deliveries`)).at('data.deliveries') as {
			id: string;
		}[];
		await gateway.post(`/v1/webhooks/${webhookId}/deliveries/${String(delivery?.id)}/retry`);
		expect(await claim('two', event)).toBe(false);
	});

	it('gives an unknown event to everybody, because a lost event is worse than a duplicate', async () => {
		expect(await claim('one', UNKNOWN_EVENT)).toBe(true);
		expect(await claim('two', UNKNOWN_EVENT)).toBe(true);
	});

	it('refuses an unknown webhook, and a claimant without a name or with a long one', async () => {
		expect(await request('one', eventId, 'wh_01jz0000000000000000000000')).toMatchObject({ status: 404 });
		for (const claimant of ['', 'x'.repeat(201)]) {
			expect((await request(claimant)).at('error.code')).toBe('invalid_parameters');
		}
	});

	it('counts as a general request, because a claim comes with every event', async () => {
		gateway = await gateway.restart({ GATEWAY_RATE_LIMITS: 'webhooks=1,general=100' });
		for (const claimant of ['one', 'two', 'three']) expect((await request(claimant)).status).toBe(200);
	});
});
