import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from './support/gateway.ts';
import { createManualClock, type ManualClock } from './support/manual-clock.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { until } from './support/until.ts';

const LADDER = [30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** Jitter adds up to a tenth, and never takes away. */
const LONGEST = 1.1;

describe('a delivery that is not taken', () => {
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
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		webhookId = created.text('data.id');
	});
	afterEach(async () => {
		// In this order: an attempt that nobody answers ends with its receiver, since the clock stands still.
		await receiver.close();
		await gateway.close();
	});

	const arrive = () =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
	const statusIs = (status: string) =>
		until(`the delivery to be ${status}`, async () => {
			const webhook = await gateway.get(`/v1/webhooks/${webhookId}`);
			return webhook.at('data.lastDeliveryStatus') === status;
		});
	/** Waits until an attempt's failure is recorded and its retry is on the clock; gives the retry's delay. */
	const scheduledRetry = async (): Promise<number> => {
		await statusIs('retrying');
		return until('a retry on the clock', () => {
			const delays = clock.pending().map((at) => at - clock.now());
			return delays.find((delay) => delay >= 30_000 && delay !== 60_000);
		});
	};

	it('is attempted six times, at the delays of the ladder, and then has failed', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await arrive();
		for (const [index, delay] of LADDER.entries()) {
			await receiver.count(index + 1);
			const due = await until(`retry ${index + 1} on the clock`, () =>
				clock
					.pending()
					.map((at) => at - clock.now())
					.find((left) => left >= delay && left <= delay * LONGEST),
			);
			clock.advance(delay - 1);
			expect(receiver.requests).toHaveLength(index + 1);
			clock.advance(due - delay + 1);
		}
		const requests = await receiver.count(6);
		await statusIs('failed');
		expect(requests.map(({ headers }) => headers['x-service-attempt'])).toEqual([
			'1',
			'2',
			'3',
			'4',
			'5',
			'6',
		]);
		expect(new Set(requests.map(({ raw }) => raw)).size).toBe(1);
		expect(new Set(requests.map((one) => one.at('eventId'))).size).toBe(1);
		clock.advance(48 * 3_600_000);
		expect(receiver.requests).toHaveLength(6);
	});

	it('is not attempted again once it was taken', async () => {
		receiver.answer((response) => response.writeHead(receiver.requests.length < 2 ? 503 : 204).end());
		await arrive();
		clock.advance(await scheduledRetry());
		await receiver.count(2);
		await statusIs('success');
		clock.advance(48 * 3_600_000);
		expect(receiver.requests).toHaveLength(2);
	});

	it('waits longer where the receiver asks for it, and not shorter', async () => {
		receiver.answer((response) => {
			response.writeHead(429, { 'Retry-After': receiver.requests.length === 1 ? '45' : '1' }).end();
		});
		await arrive();
		const first = await scheduledRetry();
		expect(first).toBe(45_000);
		clock.advance(first);
		await receiver.count(2);
		const second = await until('the second retry on the clock', () =>
			clock
				.pending()
				.map((at) => at - clock.now())
				.find((left) => left >= 120_000 && left < 300_000),
		);
		expect(second).toBeLessThanOrEqual(120_000 * LONGEST);
	});

	it('is given up after five seconds without an answer, and attempted again', async () => {
		receiver.answer(() => undefined);
		await arrive();
		await receiver.count(1);
		clock.advance(4999);
		await gateway.get('/v1/health');
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.lastDeliveryStatus')).toBeNull();
		clock.advance(1);
		expect(await scheduledRetry()).toBeGreaterThanOrEqual(30_000);
	});

	it('is not sent after a redirect, which counts as a failure', async () => {
		const elsewhere = await startReceiver();
		receiver.answer((response) => response.writeHead(307, { Location: elsewhere.url }).end());
		await arrive();
		await scheduledRetry();
		expect(elsewhere.requests).toHaveLength(0);
		await elsewhere.close();
	});

	it('is taken by the status line alone, whatever happens to the rest of the response', async () => {
		receiver.answer((response) => {
			response.writeHead(200, { 'Content-Length': 1_000_000 });
			response.write('a beginning', () => response.destroy());
		});
		await arrive();
		await statusIs('success');
	});

	it('ends, and the webhook is inactive, where the receiver says it is gone', async () => {
		receiver.answer((response) => response.writeHead(410).end());
		await arrive();
		await statusIs('failed');
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.status')).toBe('inactive');
		await arrive();
		clock.advance(48 * 3_600_000);
		expect(receiver.requests).toHaveLength(1);
	});

	it('ends when its webhook is deleted', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await arrive();
		const due = await scheduledRetry();
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		clock.advance(due);
		await gateway.get('/v1/health');
		expect(receiver.requests).toHaveLength(1);
	});

	it('does not hold up what goes to other receivers', async () => {
		receiver.answer(() => undefined);
		const healthy = await startReceiver();
		await gateway.post('/v1/webhooks', { url: healthy.url, events: ['message.received'] });
		for (let count = 0; count < 60; count += 1) await arrive();
		await healthy.count(60);
		expect(receiver.requests.length).toBeLessThan(60);
		await healthy.close();
	});

	it('goes on after a restart of the gateway where it was', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await arrive();
		const due = await scheduledRetry();
		gateway = await gateway.restart();
		expect(receiver.requests).toHaveLength(1);
		receiver.answer((response) => response.end());
		clock.advance(due);
		const requests = await receiver.count(2);
		expect(requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
		await statusIs('success');
	});
});
