import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const RETRY_DELAYS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** Jitter adds at most a tenth to a delay. */
const MAX_JITTER = 1.1;

describe('a webhook delivery that fails', () => {
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
		// In this order: while the clock stands still, only the receiver can end an attempt that it does not answer.
		await receiver.close();
		await gateway.close();
	});

	const receiveMessage = () =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
	/** Receives a message; returns its delivery after the first attempt. */
	const waitForAttempt = async (): Promise<unknown> => {
		const before = receiver.requests.length;
		await receiveMessage();
		return until('the attempt to be recorded', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			const deliveries = at(body, 'data.deliveries') as unknown[];
			const [newest] = deliveries;
			return deliveries.length > before && at(newest, 'lastStatusCode') !== null && newest;
		});
	};
	/** Waits until the newest delivery has a retry scheduled after this many attempts; returns its delay. */
	const waitForRetry = (attempts: number): Promise<number> =>
		until(`the retry after attempt ${attempts}`, async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?limit=1`);
			const [delivery] = at(body, 'data.deliveries') as unknown[];
			const due = at(delivery, 'nextAttemptAt') as string | null;
			return at(delivery, 'attempts') === attempts && due !== null && Date.parse(due) - clock.now();
		});
	const waitForStatus = (status: string) =>
		until(`the delivery to be ${status}`, async () => {
			const webhook = await gateway.get(`/v1/webhooks/${webhookId}`);
			return webhook.at('data.lastDeliveryStatus') === status;
		});
	/** Lets two days pass, and then the time of a few scans, in which the gateway would find a due delivery. */
	const twoDaysPass = async (): Promise<void> => {
		clock.advance(48 * 3_600_000);
		for (let second = 0; second < 20; second += 1) {
			clock.advance(1000);
			await gateway.get('/v1/instances');
		}
	};
	/** Waits until the failure of the first attempt is recorded; returns the delay of the retry. */
	const waitForFirstRetry = async (): Promise<number> => {
		await waitForStatus('retrying');
		return waitForRetry(1);
	};

	it('is attempted six times at the delays of the retry schedule, and then fails for good', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await receiveMessage();
		for (const [index, delay] of RETRY_DELAYS.entries()) {
			await receiver.count(index + 1);
			const due = await waitForRetry(index + 1);
			expect(due).toBeGreaterThanOrEqual(delay);
			expect(due).toBeLessThanOrEqual(delay * MAX_JITTER);
			clock.advance(delay - 1);
			expect(receiver.requests).toHaveLength(index + 1);
			clock.advance(due - delay + 1);
		}
		const requests = await receiver.count(6);
		await waitForStatus('failed');
		expect(requests.map(({ headers }) => headers['x-service-attempt'])).toEqual([
			'1',
			'2',
			'3',
			'4',
			'5',
			'6',
		]);
		expect(new Set(requests.map(({ raw }) => raw)).size).toBe(1);
		expect(new Set(requests.map((request) => request.at('eventId'))).size).toBe(1);
		await twoDaysPass();
		expect(receiver.requests).toHaveLength(6);
	});

	it('is not repeated after a success', async () => {
		receiver.answer((response) => response.writeHead(receiver.requests.length < 2 ? 503 : 204).end());
		await receiveMessage();
		clock.advance(await waitForFirstRetry());
		await receiver.count(2);
		await waitForStatus('success');
		await twoDaysPass();
		expect(receiver.requests).toHaveLength(2);
	});

	it('is repeated after the Retry-After of the receiver when it is longer than the schedule', async () => {
		receiver.answer((response) => {
			response.writeHead(429, { 'Retry-After': receiver.requests.length === 1 ? '45' : '1' }).end();
		});
		await receiveMessage();
		const first = await waitForFirstRetry();
		expect(first).toBe(45_000);
		clock.advance(first);
		await receiver.count(2);
		const second = await waitForRetry(2);
		expect(second).toBeGreaterThanOrEqual(120_000);
		expect(second).toBeLessThanOrEqual(120_000 * MAX_JITTER);
	});

	it.each([
		['a part of a second', '49.5', 49_500],
		['more seconds than a number can be', '9'.repeat(400), 24 * 3_600_000],
	])('is repeated after a Retry-After with %s', async (_what, value, expected) => {
		receiver.answer((response) => response.writeHead(429, { 'Retry-After': value }).end());
		await receiveMessage();
		expect(await waitForFirstRetry()).toBe(expected);
	});

	it('is repeated at the date in Retry-After, after one day at the latest', async () => {
		receiver.answer((response) => {
			const date = new Date(clock.now() + 300_000).toUTCString();
			response.writeHead(503, { 'Retry-After': receiver.requests.length === 1 ? date : '9999999' }).end();
		});
		await receiveMessage();
		const first = await waitForFirstRetry();
		expect(first).toBe(300_000);
		clock.advance(first);
		await receiver.count(2);
		expect(await waitForRetry(2)).toBe(24 * 3_600_000);
	});

	it('is repeated by the schedule after an invalid Retry-After', async () => {
		for (const value of ['soon', '-5', '-40', '+40', '0', '45, 90', 'Wed, 01 Jan 2020 00:00:00 GMT']) {
			receiver.answer((response) => response.writeHead(503, { 'Retry-After': value }).end());
			const delivery = await waitForAttempt();
			const wait = Date.parse(String(at(delivery, 'nextAttemptAt'))) - clock.now();
			expect(wait).toBeGreaterThanOrEqual(30_000);
			expect(wait).toBeLessThanOrEqual(30_000 * MAX_JITTER);
		}
	});

	it('is repeated at a delay from the end of an attempt', async () => {
		let answer = (): void => undefined;
		receiver.answer((response) => {
			answer = () => response.writeHead(500).end();
		});
		await receiveMessage();
		await receiver.count(1);
		clock.advance(3000);
		answer();
		const delay = await waitForFirstRetry();
		expect(delay).toBeGreaterThanOrEqual(30_000);
		expect(delay).toBeLessThanOrEqual(30_000 * MAX_JITTER);
	});

	it.each([
		['success', [200, 201, 202, 204, 226]],
		['pending', [301, 302, 304, 307, 400, 401, 404, 429, 500, 503]],
	])('is %s after the status codes %p', async (outcome, statuses) => {
		for (const status of statuses) {
			receiver.answer((response) => response.writeHead(status).end());
			expect(await waitForAttempt()).toMatchObject({ status: outcome, lastStatusCode: status });
		}
	});

	it('times out after five seconds and is repeated', async () => {
		receiver.answer(() => undefined);
		await receiveMessage();
		await receiver.count(1);
		clock.advance(4999);
		await gateway.get('/v1/health');
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.lastDeliveryStatus')).toBeNull();
		clock.advance(1);
		expect(await waitForFirstRetry()).toBeGreaterThanOrEqual(30_000);
	});

	it('does not follow a redirect', async () => {
		const elsewhere = await startReceiver();
		receiver.answer((response) => response.writeHead(307, { Location: elsewhere.url }).end());
		await receiveMessage();
		await waitForFirstRetry();
		expect(elsewhere.requests).toHaveLength(0);
		await elsewhere.close();
	});

	it('succeeds by its status line when the connection breaks afterwards', async () => {
		receiver.answer((response) => {
			response.writeHead(200, { 'Content-Length': 1_000_000 });
			response.write('a beginning', () => response.destroy());
		});
		await receiveMessage();
		await waitForStatus('success');
	});

	it('deactivates the webhook after 410 Gone', async () => {
		receiver.answer((response) => response.writeHead(410).end());
		await receiveMessage();
		await waitForStatus('failed');
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.status')).toBe('inactive');
		await receiveMessage();
		await twoDaysPass();
		expect(receiver.requests).toHaveLength(1);
	});

	it('ends when its webhook is deleted', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await receiveMessage();
		const due = await waitForFirstRetry();
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		clock.advance(due);
		await twoDaysPass();
		expect(receiver.requests).toHaveLength(1);
	});

	it('does not delay deliveries to other receivers', async () => {
		receiver.answer(() => undefined);
		const healthy = await startReceiver();
		await gateway.post('/v1/webhooks', { url: healthy.url, events: ['message.received'] });
		for (let count = 0; count < 60; count += 1) await receiveMessage();
		await healthy.count(60);
		expect(receiver.requests.length).toBeLessThan(60);
		await healthy.close();
	});

	it('continues its schedule after a restart of the gateway', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await receiveMessage();
		const due = await waitForFirstRetry();
		gateway = await gateway.restart();
		expect(receiver.requests).toHaveLength(1);
		receiver.answer((response) => response.end());
		clock.advance(due);
		const requests = await receiver.count(2);
		expect(requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
		await waitForStatus('success');
	});
});
