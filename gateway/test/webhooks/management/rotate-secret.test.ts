import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';

const DAY = 24 * 3_600_000;

describe('POST /v1/webhooks/:webhookId/rotate-secret', () => {
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
	const receiveDelivery = async (): Promise<Received> => {
		const before = receiver.requests.length;
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		const request = (await receiver.count(before + 1))[before];
		if (request === undefined) throw new Error('Nothing arrived.');
		return request;
	};
	const plainSignature = ({ raw }: Received, secret: string) =>
		`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
	const standardSignature = ({ raw, headers }: Received, secret: string) => {
		const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
		return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
	};

	it('signs with the new secret at once and with the previous one for 24 hours', async () => {
		const rotated = await rotate({ secret: 'the second secret' });
		expect(rotated.status).toBe(200);
		expect(rotated.at('data')).toMatchObject({
			id: webhookId,
			secret: 'the second secret',
			previousSecretExpiresAt: new Date(clock.now() + DAY).toISOString(),
		});
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).body).toEqual(rotated.body);

		clock.advance(DAY - 1);
		const within = await receiveDelivery();
		expect(within.headers).toMatchObject({
			'x-service-signature': plainSignature(within, 'the second secret'),
			'x-service-signature-previous': plainSignature(within, 'the first secret'),
			'webhook-signature': `${standardSignature(within, 'the second secret')} ${standardSignature(within, 'the first secret')}`,
		});

		const previousExpiry = async () =>
			(await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.previousSecretExpiresAt');
		expect(await previousExpiry()).toBe(rotated.at('data.previousSecretExpiresAt'));
		clock.advance(1);
		expect(await previousExpiry()).toBeNull();
		const after = await receiveDelivery();
		expect(after.headers['x-service-signature']).toBe(plainSignature(after, 'the second secret'));
		expect(after.headers['x-service-signature-previous']).toBeUndefined();
		expect(after.headers['webhook-signature']).toBe(standardSignature(after, 'the second secret'));
	});

	it('generates a secret where the request contains none', async () => {
		const secret = (await rotate()).text('data.secret');
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		const request = await receiveDelivery();
		expect(request.headers['x-service-signature']).toBe(plainSignature(request, secret));
	});

	it('discards the previous secret when an update replaces the secret', async () => {
		await rotate();
		const changed = await gateway.put(`/v1/webhooks/${webhookId}`, { secret: 'the third secret' });
		expect(changed.at('data.previousSecretExpiresAt')).toBeNull();
		const request = await receiveDelivery();
		expect(request.headers['x-service-signature']).toBe(plainSignature(request, 'the third secret'));
		expect(request.headers['x-service-signature-previous']).toBeUndefined();
	});

	it("rotates the secret of an instance's own webhook", async () => {
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		webhookId = created.text('data.webhookId');
		const secret = (await rotate()).text('data.secret');
		const instance = await gateway.get(`/v1/instances/${created.text('data.id')}`);
		expect(instance.at('data.webhookSecret')).toBe(secret);
	});

	it('answers 400 for an invalid secret and 404 for an unknown webhook', async () => {
		for (const body of [{ secret: 'short' }, { secret: 12_345_678 }, { other: 'x' }]) {
			const answer = await rotate(body);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		}
		webhookId = 'wh_0';
		const answer = await rotate();
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'webhook_not_found']);
	});
});
