import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemEntropy, type RandomBytes } from '../../src/runtime/system.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

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
	/** Lets a message arrive; gives its delivery after the first attempt. */
	const attempted = async (): Promise<unknown> => {
		const before = receiver.requests.length;
		await arrive();
		return until('the attempt to be recorded', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
			const deliveries = at(body, 'data.deliveries') as unknown[];
			const [newest] = deliveries;
			return deliveries.length > before && at(newest, 'lastStatusCode') !== null && newest;
		});
	};
	/** Waits until the webhook's delivery has a retry scheduled after this many attempts; returns its delay. */
	const retryAfter = (attempts: number): Promise<number> =>
		until(`the retry after attempt ${attempts}`, async () => {
			const { body } = await gateway.get(`/v1/webhooks/${webhookId}/deliveries?limit=1`);
			const [delivery] = at(body, 'data.deliveries') as unknown[];
			const due = at(delivery, 'nextAttemptAt') as string | null;
			return at(delivery, 'attempts') === attempts && due !== null && Date.parse(due) - clock.now();
		});
	const statusIs = (status: string) =>
		until(`the delivery to be ${status}`, async () => {
			const webhook = await gateway.get(`/v1/webhooks/${webhookId}`);
			return webhook.at('data.lastDeliveryStatus') === status;
		});
	/** Waits until the first attempt's failure is recorded; returns the delay of the retry. */
	const scheduledRetry = async (): Promise<number> => {
		await statusIs('retrying');
		return retryAfter(1);
	};

	it('is attempted six times, at the delays of the ladder, and then has failed', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await arrive();
		for (const [index, delay] of LADDER.entries()) {
			await receiver.count(index + 1);
			const due = await retryAfter(index + 1);
			expect(due).toBeGreaterThanOrEqual(delay);
			expect(due).toBeLessThanOrEqual(delay * LONGEST);
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
		const second = await retryAfter(2);
		expect(second).toBeGreaterThanOrEqual(120_000);
		expect(second).toBeLessThanOrEqual(120_000 * LONGEST);
	});

	it('waits until a date where the receiver names one, and no longer than a day', async () => {
		receiver.answer((response) => {
			const date = new Date(clock.now() + 300_000).toUTCString();
			response.writeHead(503, { 'Retry-After': receiver.requests.length === 1 ? date : '9999999' }).end();
		});
		await arrive();
		const first = await scheduledRetry();
		expect(first).toBe(300_000);
		clock.advance(first);
		await receiver.count(2);
		expect(await retryAfter(2)).toBe(24 * 3_600_000);
	});

	it('does not mind a Retry-After that makes no sense', async () => {
		for (const value of ['soon', '-5', '0', 'Wed, 01 Jan 2020 00:00:00 GMT']) {
			receiver.answer((response) => response.writeHead(503, { 'Retry-After': value }).end());
			const delivery = await attempted();
			const wait = Date.parse(String(at(delivery, 'nextAttemptAt'))) - clock.now();
			expect(wait).toBeGreaterThanOrEqual(30_000);
			expect(wait).toBeLessThanOrEqual(30_000 * LONGEST);
		}
	});

	it('waits from the end of an attempt, not from its beginning', async () => {
		let answer = (): void => undefined;
		receiver.answer((response) => {
			answer = () => response.writeHead(500).end();
		});
		await arrive();
		await receiver.count(1);
		clock.advance(3000);
		answer();
		const delay = await scheduledRetry();
		expect(delay).toBeGreaterThanOrEqual(30_000);
		expect(delay).toBeLessThanOrEqual(30_000 * LONGEST);
	});

	it.each([
		['success', [200, 201, 202, 204, 226]],
		['pending', [301, 302, 304, 307, 400, 401, 404, 429, 500, 503]],
	])('is %s after an answer of %p', async (outcome, statuses) => {
		for (const status of statuses) {
			receiver.answer((response) => response.writeHead(status).end());
			expect(await attempted()).toMatchObject({ status: outcome, lastStatusCode: status });
		}
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

	it('leaves the webhook active where it has another address by the time the old one says it is gone', async () => {
		let answer = (): void => undefined;
		receiver.answer((response) => {
			answer = () => response.writeHead(410).end();
		});
		await arrive();
		await receiver.count(1);
		const moved = await startReceiver();
		await gateway.put(`/v1/webhooks/${webhookId}`, { url: moved.url });
		answer();
		await statusIs('failed');
		expect((await gateway.get(`/v1/webhooks/${webhookId}`)).at('data.status')).toBe('active');
		await arrive();
		await moved.count(1);
		await moved.close();
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

describe('the retry schedule', () => {
	/** Bytes whose fraction is 0, or just below 1: no jitter, or all of it. */
	const jitter = (byte: number): RandomBytes => {
		return (size) => (size === 6 ? Buffer.alloc(size, byte) : systemEntropy(size));
	};

	it.each([
		['without jitter', 0x00, 1],
		['with all of it', 0xff, LONGEST],
	])('is exact to the millisecond, %s', async (_what, byte, factor) => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock, entropy: jitter(byte) });
		const receiver = await startReceiver();
		const arrivals: number[] = [];
		receiver.answer((response) => {
			arrivals.push(clock.now());
			response.writeHead(500).end();
		});
		const instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const path = `/v1/webhooks/${created.text('data.id')}/deliveries`;
		const begun = clock.now();
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		await receiver.count(1);
		for (const [index, delay] of LADDER.entries()) {
			const due = clock.now() + Math.round(delay * factor);
			await until(`retry ${index + 1} at its very moment`, async () => {
				const [delivery] = at((await gateway.get(path)).body, 'data.deliveries') as unknown[];
				return at(delivery, 'nextAttemptAt') === new Date(due).toISOString();
			});
			clock.advance(due - clock.now() - 1);
			await gateway.get(path);
			expect(arrivals).toHaveLength(index + 1);
			clock.advance(due - clock.now());
			await receiver.count(index + 2);
		}
		const expected = [0];
		for (const delay of LADDER) expected.push((expected.at(-1) ?? 0) + Math.round(delay * factor));
		expect(arrivals.map((arrival) => arrival - begun)).toEqual(expected);
		await receiver.close();
		await gateway.close();
	});
});
