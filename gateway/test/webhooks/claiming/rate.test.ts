import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const SECOND = 1000;

describe('a webhook with a rate', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let unlimited: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		unlimited = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: unlimited.url, events: ['message.received'] });
	});
	afterEach(async () => {
		await receiver.close();
		await unlimited.close();
		await gateway.close();
	});

	const register = async (ratePerSecond: number | null) => {
		const body = { url: receiver.url, events: ['message.received'], ratePerSecond };
		return (await gateway.post('/v1/webhooks', body)).text('data.id');
	};
	/** Receives messages, and waits until a webhook without a rate has received them all. */
	const receive = async (count: number) => {
		const before = unlimited.requests.length;
		for (let index = 0; index < count; index += 1) {
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: '4915112345678',
				content: `Message ${before + index}`,
			});
		}
		await unlimited.count(before + count);
	};
	/** Waits until all attempts so far are recorded. */
	const recorded = (webhookId: string, attempts: number) =>
		until('the attempts to be recorded', async () => {
			const health = await gateway.get(`/v1/webhooks/${webhookId}/health`);
			const deliveries = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?limit=100`);
			const made = (deliveries.at('data.deliveries') as { attempts: number; lastStatusCode: number | null }[])
				.filter(({ lastStatusCode }) => lastStatusCode !== null)
				.reduce((sum, delivery) => sum + delivery.attempts, 0);
			return made >= attempts && health.at('data');
		});
	/** Advances the clock; returns how many attempts were made by then. */
	const attemptsAfter = async (milliseconds: number, webhookId: string, atLeast: number) => {
		clock.advance(milliseconds);
		await receiver.count(atLeast);
		await recorded(webhookId, atLeast);
		// A later event passes through the same queues; when it is delivered elsewhere, the worker has been round.
		await receive(1);
		return receiver.requests.length;
	};

	it('of one gets one attempt in each second, in the order of the events', async () => {
		const webhookId = await register(1);
		await receive(50);
		await receiver.count(1);
		for (let second = 1; second < 50; second += 1) {
			clock.advance(SECOND - 1);
			expect(receiver.requests).toHaveLength(second);
			clock.advance(1);
			await receiver.count(second + 1);
		}
		await recorded(webhookId, 50);
		const contents = receiver.requests.map((request) => request.at('data.content'));
		expect(contents).toEqual(Array.from({ length: 50 }, (_, index) => `Message ${index}`));
	});

	it('gets as many attempts at once as the rate, and no more in any second', async () => {
		const webhookId = await register(5);
		await receive(3);
		await receiver.count(3);
		clock.advance(400);
		await receive(10);
		await receiver.count(5);
		expect(await attemptsAfter(599, webhookId, 5)).toBe(5);
		expect(await attemptsAfter(1, webhookId, 8)).toBe(8);
		expect(await attemptsAfter(399, webhookId, 8)).toBe(8);
		expect(await attemptsAfter(1, webhookId, 10)).toBe(10);
		expect(await attemptsAfter(600, webhookId, 13)).toBe(13);
	});

	it('divides its rate between first attempts and retries', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		const webhookId = await register(2);
		for (let round = 1; round <= 3; round += 1) {
			await receive(2);
			await recorded(webhookId, 2 * round);
			clock.advance(SECOND);
		}
		// The retries of all six are due, and new events wait too.
		clock.advance(40 * SECOND);
		await until('two retries', () => receiver.requests.length === 8);
		await receive(6);
		const attempt = (request: { headers: Record<string, unknown> }) => request.headers['x-service-attempt'];
		for (let second = 1; second <= 4; second += 1) {
			clock.advance(SECOND);
			const requests = await receiver.count(8 + 2 * second);
			expect(requests).toHaveLength(8 + 2 * second);
			expect(requests.slice(-2).map(attempt).sort()).toEqual(['1', '2']);
			await recorded(webhookId, 8 + 2 * second);
		}
	});

	it('follows a change of the rate, also to none', async () => {
		const webhookId = await register(1);
		await receive(20);
		await receiver.count(1);
		await gateway.put(`/v1/webhooks/${webhookId}`, { ratePerSecond: 4 });
		await receiver.count(4);
		expect(await attemptsAfter(0, webhookId, 4)).toBe(4);
		await gateway.put(`/v1/webhooks/${webhookId}`, { ratePerSecond: null });
		await receiver.count(21);
	});

	it('keeps its rate over a first event that follows its registration at once', async () => {
		const created = register(1);
		await Promise.all([created, receive(5)]);
		const webhookId = await created;
		await receive(5);
		await receiver.count(1);
		expect(await attemptsAfter(0, webhookId, 1)).toBe(1);
	});
});
