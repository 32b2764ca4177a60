import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

describe('a webhook whose receiver answers that it is gone, after the URL has changed', () => {
	let gateway: TestGateway;
	let earlier: Receiver;
	let current: Receiver;

	beforeEach(async () => {
		gateway = await startTestGateway();
		earlier = await startReceiver();
		current = await startReceiver();
	});
	afterEach(async () => {
		await earlier.close();
		await current.close();
		await gateway.close();
	});

	it.each([false, true])('delivers the event to the new URL at once (ordered: %p)', async (ordered) => {
		const answers: (() => void)[] = [];
		earlier.answer((response) => {
			answers.push(() => response.writeHead(410).end());
		});
		const instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', {
			url: earlier.url,
			events: ['message.received'],
			ordered,
		});
		const webhook = `/v1/webhooks/${created.text('data.id')}`;
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		const [first] = await earlier.count(1);
		await gateway.put(webhook, { url: current.url });
		for (const answer of answers) answer();
		const [second] = await current.count(1);
		expect(second?.raw).toBe(first?.raw);
		expect(second?.headers['x-service-attempt']).toBe('2');
		await until('the delivery to succeed', async () => {
			const deliveries = await gateway.get(`${webhook}/deliveries`);
			return deliveries.at('data.deliveries.0.status') === 'success';
		});
		expect((await gateway.get(webhook)).at('data.status')).toBe('active');
	});
});
