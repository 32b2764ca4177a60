import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';

/** `whsec_` and the standard base64 of 24 and of 64 bytes, with the characters that base64url lacks. */
const SHORTEST = `whsec_${Buffer.alloc(24, 0xfb).toString('base64')}`;
const LONGEST = `whsec_${Buffer.alloc(64, 0xff).toString('base64')}`;

describe('a delivery', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const register = async (secret?: string) => {
		const body = { url: receiver.url, events: ['message.received'], ...(secret && { secret }) };
		const created = await gateway.post('/v1/webhooks', body);
		return { id: created.text('data.id'), secret: created.text('data.secret') };
	};
	const receiveDelivery = async (): Promise<Received> => {
		const before = receiver.requests.length;
		const message = { from: '4915112345678', content: 'Grüße' };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		const request = (await receiver.count(before + 1))[before];
		if (request === undefined) throw new Error('Nothing arrived.');
		return request;
	};
	const standardHeaders = ({ headers }: Received) => ({
		'webhook-id': String(headers['webhook-id']),
		'webhook-timestamp': String(headers['webhook-timestamp']),
		'webhook-signature': String(headers['webhook-signature']),
	});
	const expectVerified = (request: Received, secret: string) => {
		for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
			const verify = (body: string) => () => library.verify(body, standardHeaders(request));
			expect(verify(request.raw)).not.toThrow();
			expect(verify(`${request.raw} `)).toThrow('No matching signature');
		}
	};
	const plain = ({ raw }: Received, secret: string) =>
		`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

	it('is verified by the libraries with a generated secret', async () => {
		const { secret } = await register();
		const request = await receiveDelivery();
		expectVerified(request, secret);
		expect(request.headers['x-service-signature']).toBe(plain(request, secret));
	});

	it("is verified by the libraries with the generated secret of an instance's own webhook", async () => {
		const changed = await gateway.request(`/v1/instances/${instanceId}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ webhookUrl: receiver.url }),
		});
		expect(changed.status).toBe(200);
		const instance = await gateway.get(`/v1/instances/${instanceId}`);
		expectVerified(await receiveDelivery(), instance.text('data.webhookSecret'));
	});

	it.each([SHORTEST, LONGEST])('is verified by the libraries with the given secret %s', async (secret) => {
		await register(secret);
		const request = await receiveDelivery();
		expectVerified(request, secret);
		expect(request.headers['x-service-signature']).toBe(plain(request, secret));
	});

	it('is verified by the libraries with the new and with the previous secret after a rotation', async () => {
		const { id, secret } = await register();
		const rotated = await gateway.post(`/v1/webhooks/${id}/rotate-secret`);
		const request = await receiveDelivery();
		expectVerified(request, rotated.text('data.secret'));
		expectVerified(request, secret);
		expect(request.headers).toMatchObject({
			'x-service-signature': plain(request, rotated.text('data.secret')),
			'x-service-signature-previous': plain(request, secret),
		});
	});

	it.each([
		['a plain text', 'a secret of words'],
		['base64url, as earlier versions generated it', `whsec_${Buffer.alloc(24, 0xfb).toString('base64url')}`],
		['too few bytes', `whsec_${Buffer.alloc(23, 1).toString('base64')}`],
		['too many bytes', `whsec_${Buffer.alloc(65, 1).toString('base64')}`],
		['base64 without its padding', `whsec_${Buffer.alloc(25, 1).toString('base64').replaceAll('=', '')}`],
	])('is signed with the text of a secret that is %s', async (_case, secret) => {
		await register(secret);
		const request = await receiveDelivery();
		const { headers, raw } = request;
		const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
		expect(headers['webhook-signature']).toBe(
			`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
		);
		expect(headers['x-service-signature']).toBe(plain(request, secret));
	});
});
