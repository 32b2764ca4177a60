import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import type { Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import {
	HOUR,
	RETRY_DELAYS,
	startDeliveryStage,
	statusAndCode,
	type DeliveryStage,
} from './delivery-stage.ts';

describe('retries and recovery of webhook deliveries', () => {
	let stage: DeliveryStage;
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let webhookId: string;
	let path: string;

	beforeEach(async () => {
		stage = await startDeliveryStage();
		({ clock, gateway, receiver, webhookId, path } = stage);
	});
	afterEach(() => stage.close());

	it('repeats the whole retry schedule for a failed delivery and continues its attempt numbers', async () => {
		const id = await stage.exhaustRetries();
		const retried = await gateway.post(`${path}/${id}/retry`);
		expect(retried.status).toBe(200);
		expect(retried.at('data')).toMatchObject({ id, status: 'pending', finishedAt: null });
		for (const [index, delay] of RETRY_DELAYS.entries()) {
			await stage.waitForNewest('pending', index + 7);
			clock.advance(delay);
		}
		await stage.waitForNewest('failed', 12);
		const numbers = receiver.requests.map(({ headers }) => Number(headers['x-service-attempt']));
		expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
		expect(new Set(receiver.requests.map(({ raw }) => raw)).size).toBe(1);
	});

	it('attempts a pending delivery at once on a retry and continues its schedule', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await stage.receiveMessage();
		const waiting = await stage.waitForNewest('pending', 1);
		await gateway.post(`${path}/${String(at(waiting, 'id'))}/retry`);
		await receiver.count(2);
		const retried = await stage.waitForNewest('pending', 2);
		const wait = Date.parse(String(at(retried, 'nextAttemptAt'))) - clock.now();
		expect(wait).toBeGreaterThanOrEqual(120_000);
	});

	it('repeats a successful delivery on a retry', async () => {
		await stage.receiveMessage();
		const delivered = await stage.waitForNewest('success', 1);
		await gateway.post(`${path}/${String(at(delivered, 'id'))}/retry`);
		const [first, second] = await receiver.count(2);
		expect(second?.raw).toBe(first?.raw);
		await stage.waitForNewest('success', 2);
	});

	it('cancels the deliveries of an inactive webhook and retries them only once it is active', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await stage.receiveMessage();
		const id = String(at(await stage.waitForNewest('pending', 1), 'id'));
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'inactive' });
		expect(await stage.list()).toMatchObject([{ status: 'cancelled', nextAttemptAt: null }]);
		clock.advance(48 * HOUR);
		const refused = await gateway.post(`${path}/${id}/retry`);
		expect(statusAndCode(refused)).toEqual([400, 'invalid_parameters']);
		expect(refused.text('error.message')).toContain(`PUT /v1/webhooks/${webhookId}`);
		const since = new Date(0).toISOString();
		expect(statusAndCode(await gateway.post(`${path}/recover`, { since }))).toEqual([
			400,
			'invalid_parameters',
		]);
		expect(receiver.requests).toHaveLength(1);

		receiver.answer((response) => response.end());
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'active' });
		await gateway.post(`${path}/${id}/retry`);
		await stage.waitForNewest('success', 2);
	});

	it('recovers all failed deliveries of a period, and no others', async () => {
		const before = await stage.exhaustRetries();
		clock.advance(1000);
		const since = new Date(clock.now()).toISOString();
		const during = [await stage.exhaustRetries(), await stage.exhaustRetries()];
		clock.advance(1000);
		const end = new Date(clock.now()).toISOString();
		const after = await stage.exhaustRetries();
		receiver.answer((response) => response.end());
		const sentBefore = receiver.requests.length;

		const recovered = await gateway.post(`${path}/recover`, { since, until: end });
		expect(recovered.body).toEqual({ success: true, data: { recovered: 2 } });
		await until('both to be delivered', async () => (await stage.ids('?status=success')).length === 2);
		expect((await stage.ids('?status=success')).sort()).toEqual(during.sort());
		expect((await stage.ids('?status=failed')).sort()).toEqual([before, after].sort());
		expect(receiver.requests).toHaveLength(sentBefore + 2);

		const rest = await gateway.post(`${path}/recover`, { since });
		expect(rest.at('data.recovered')).toBe(1);
		await until('the last one', async () => (await stage.ids('?status=success')).length === 3);
	});

	it('answers 400 for a recovery with an invalid timestamp', async () => {
		await stage.exhaustRetries();
		const since = new Date(0).toISOString();
		for (const body of [
			{},
			{ since: 'yesterday' },
			{ since, until: 1 },
			// A leap second, and offsets without minutes, are valid in ISO 8601, but Date.parse does not accept them.
			{ since: '2016-12-31T23:59:60Z' },
			{ since: '2099-01-31T12:00:00+01' },
			{ since, until: '2099-01-31T12:00:00+01' },
		]) {
			expect(statusAndCode(await gateway.post(`${path}/recover`, body))).toEqual([400, 'invalid_parameters']);
		}
	});
});
