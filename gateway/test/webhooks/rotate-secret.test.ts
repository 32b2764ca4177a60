import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';

const DAY = 24 * 3_600_000;

describe('a secret that is rotated', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.received'],
			secret: 'the first secret',
		});
		webhookId = created.text('data.id');
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const rotate = (body?: unknown) => gateway.post(`/v1/webhooks/${webhookId}/rotate-secret`, body);
	const delivered = async (): Promise<Received> => {
		const before = receiver.requests.length;
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		const request = (await receiver.count(before + 1))[before];
		if (request === undefined) throw new Error('Nothing arrived.');
		return request;
	};
	const plain = ({ raw }: Received, secret: string) =>
		`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
	const standard = ({ raw, headers }: Received, secret: string) => {
		const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
		return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
	};

	it('signs at once, and for 24 hours the one before does too', async () => {
		const rotated = await rotate({ secret: 'the second secret' });
		expect(rotated.status).toBe(200);
		expect(rotated.at('data')).toMatchObject({
			id: webhookId,
			secret: 'the second secret',
			previousSecretExpiresAt: new Date(clock.now() + DAY).toISOString(),
		});
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).body).toEqual(rotated.body);

		clock.advance(DAY - 1);
		const within = await delivered();
		expect(within.headers).toMatchObject({
			'x-service-signature': plain(within, 'the second secret'),
			'x-service-signature-previous': plain(within, 'the first secret'),
			'webhook-signature': `${standard(within, 'the second secret')} ${standard(within, 'the first secret')}`,
		});

		const told = async () =>
			(await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.previousSecretExpiresAt');
		expect(await told()).toBe(rotated.at('data.previousSecretExpiresAt'));
		clock.advance(1);
		expect(await told()).toBeNull();
		const after = await delivered();
		expect(after.headers['x-service-signature']).toBe(plain(after, 'the second secret'));
		expect(after.headers['x-service-signature-previous']).toBeUndefined();
		expect(after.headers['webhook-signature']).toBe(standard(after, 'the second secret'));
	});

	it('is made by the gateway where none is given', async () => {
		const secret = (await rotate()).text('data.secret');
		expect(secret).toMatch(/^whsec_.{32}$/);
		const request = await delivered();
		expect(request.headers['x-service-signature']).toBe(plain(request, secret));
	});

	it('leaves nothing of the one before where a secret is replaced outright', async () => {
		await rotate();
		const changed = await gateway.put(`/v1/webhooks/${webhookId}`, { secret: 'the third secret' });
		expect(changed.at('data.previousSecretExpiresAt')).toBeNull();
		const request = await delivered();
		expect(request.headers['x-service-signature']).toBe(plain(request, 'the third secret'));
		expect(request.headers['x-service-signature-previous']).toBeUndefined();
	});

	it("may be an instance's own", async () => {
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		webhookId = created.text('data.webhookId');
		const secret = (await rotate()).text('data.secret');
		const instance = await gateway.get(`/v1/instances/${created.text('data.id')}`);
		expect(instance.at('data.webhookSecret')).toBe(secret);
	});

	it('has to be one, of a webhook that is there', async () => {
		for (const body of [{ secret: 'short' }, { secret: 12_345_678 }, { other: 'x' }]) {
			const answer = await rotate(body);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		}
		webhookId = 'wh_0';
		const answer = await rotate();
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'webhook_not_found']);
	});
});
