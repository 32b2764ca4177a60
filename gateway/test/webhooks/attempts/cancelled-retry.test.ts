import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('a delivery whose webhook becomes inactive during an attempt', () => {
	let gateway: TestGateway;
	let receiver: Receiver;

	beforeEach(async () => {
		receiver = await startReceiver();
		// The retry is due before the webhook is cleaned up.
		gateway = await startTestGateway({ environment: { GATEWAY_RETRY_SCHEDULE: '0s,1s' } });
	});
	afterEach(async () => {
		await gateway.close();
		await receiver.close();
	});

	it('is cancelled with the number of attempts that were made', async () => {
		let answer = (): void => undefined;
		receiver.answer((response) => {
			answer = () => response.writeHead(500).end();
		});
		const instanceId = await connectedInstance(gateway);
		const webhook = { url: receiver.url, events: ['message.received'] };
		const webhookId = (await gateway.post('/v1/webhooks', webhook)).text('data.id');
		const message = { from: '4915112345678', content: 'Hello' };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		await receiver.count(1);
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'inactive' });
		answer();
		const delivery = await until('the cancelled delivery', async () => {
			const { deliveries } = (await gateway.get(`/v1/webhooks/${webhookId}/deliveries`)).at('data') as {
				deliveries: { status: string; attempts: number }[];
			};
			return deliveries.find(({ status }) => status === 'cancelled');
		});
		expect(delivery.attempts).toBe(1);
	});
});
