import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { at } from '../../support/json.ts';
import { openOwner } from '../../support/owner.ts';
import { until } from '../../support/until.ts';
import { startHealthStage, type HealthStage, type Watcher } from './health-stage.ts';

const DAY = 24 * 3_600_000;

describe('a webhook that receives nothing but failures for three days', () => {
	let stage: HealthStage;
	let watcher: Watcher;
	let path: string;

	beforeEach(async () => {
		stage = await startHealthStage();
		watcher = await stage.watch();
		path = `/v1/webhooks/${stage.webhookId}`;
	});
	afterEach(() => stage.close());

	const now = () => new Date(stage.clock.now()).toISOString();
	const receive = (content: string) =>
		stage.gateway.post(`/simulator/v1/instances/${stage.instanceId}/messages`, {
			from: '4915112345678',
			content,
		});
	const contents = () => stage.receiver.requests.map((request) => request.at('data.content'));
	const deliveries = async (query = '') =>
		(await stage.gateway.get(`${path}/deliveries${query}`)).at('data.deliveries') as unknown[];
	/** Fails for three days, until the webhook is paused; two events wait then. */
	const pause = async () => {
		const since = now();
		for (let made = 0; made < 5; made += 1) await stage.attempt(500);
		await watcher.settled(1);
		stage.clock.advance(3 * DAY);
		await until('the pause', async () => {
			await receive('one more failure');
			return (await stage.webhook()).pausedAt !== null;
		});
		return since;
	};

	it('is paused: events are stored and not delivered, other webhooks receive the event, and it is in the log', async () => {
		// The link that sets the owner's password does not last for days.
		await openOwner(stage.gateway);
		const since = await pause();
		const pausedAt = now();
		const webhook = await stage.webhook();
		expect(webhook).toMatchObject({ status: 'inactive', failingSince: since, pausedAt });
		expect(webhook.pauseReason).toBe(
			`Every delivery failed for three days, since ${since}. Its events are kept: set its status to "active" with PUT ${path} to deliver them.`,
		);
		expect(await watcher.count(2)).toMatchObject([
			{ kind: 'webhook.failing', data: { since, paused: false } },
			{ kind: 'webhook.failing', data: { since, paused: true, statusCode: 500 } },
		]);
		const attempts = stage.receiver.requests.length;
		await receive('kept');
		stage.clock.advance(DAY);
		expect(await deliveries('?limit=1')).toMatchObject([{ status: 'pending', attempts: 0 }]);
		expect(stage.receiver.requests).toHaveLength(attempts);
		const owner = await openOwner(stage.gateway);
		const entries = (await owner.get('/admin/v1/audit?limit=20')).at('data') as unknown[];
		expect(entries.find((entry) => at(entry, 'action') === 'webhook.paused')).toMatchObject({
			actor: 'gateway',
			target: stage.webhookId,
			details: { since },
		});
		expect(stage.gateway.logged.some((line) => line.includes('is paused'))).toBe(true);
		const ids = async (status: string) => {
			const { body } = await stage.gateway.get(`/v1/webhooks?status=${status}`);
			return (at(body, 'data') as unknown[]).map((listed) => at(listed, 'id'));
		};
		expect(await ids('inactive')).toEqual([stage.webhookId]);
		expect(await ids('active')).toEqual([watcher.webhookId]);
	});

	it('delivers the waiting events in their order once it is activated, and reports the recovery', async () => {
		const since = await pause();
		await receive('first');
		await receive('second');
		stage.status = 200;
		const before = stage.receiver.requests.length;
		const resumed = await stage.gateway.put(path, { status: 'active' });
		expect(resumed.at('data')).toMatchObject({ status: 'active', pausedAt: null, pauseReason: null });
		await until('all that waited', () => contents().includes('first') && contents().includes('second'));
		const later = contents().slice(before);
		expect(later.indexOf('first')).toBeLessThan(later.indexOf('second'));
		const reported = await watcher.count(3);
		expect(reported[2]).toMatchObject({ kind: 'webhook.recovered', data: { failingSince: since } });
		expect(await stage.webhook()).toMatchObject({ status: 'active', failingSince: null });
		expect(await stage.health()).toMatchObject({ failures: 0, pausedAt: null });
	});

	it('is not paused again by the first failure after it was resumed', async () => {
		await pause();
		await stage.gateway.put(path, { status: 'active' });
		await stage.attempt(500);
		expect(await stage.webhook()).toMatchObject({ status: 'active', pausedAt: null });
		expect(await watcher.count(2)).toHaveLength(2);
	});

	it('is not paused for the failures at an earlier URL', async () => {
		for (let made = 0; made < 5; made += 1) await stage.attempt(500);
		await watcher.settled(1);
		stage.clock.advance(3 * DAY);
		const url = `${stage.receiver.url}/moved`;
		expect((await stage.gateway.put(path, { url })).status).toBe(200);
		await stage.attempt(500);
		expect(await stage.webhook()).toMatchObject({ url, status: 'active', pausedAt: null });
	});

	it('also retries failed deliveries when it is recovered', async () => {
		const since = await pause();
		await until('the retries to end', async () => {
			stage.clock.advance(DAY);
			return (await deliveries('?status=pending')).length > 0;
		});
		const failed = (await deliveries('?status=failed')).length;
		await receive('kept');
		stage.status = 200;
		const recovered = await stage.gateway.post(`${path}/deliveries/recover`, { since });
		expect(recovered.at('data.recovered')).toBe(failed);
		await until('all to be delivered', async () => (await deliveries('?status=pending')).length === 0);
		expect(await deliveries('?status=failed')).toEqual([]);
		expect(contents()).toContain('kept');
		expect(await stage.webhook()).toMatchObject({ status: 'active', failingSince: null, pausedAt: null });
	});

	it('cancels waiting deliveries when it is made inactive, but not when an update repeats its values', async () => {
		await pause();
		await receive('kept');
		const same = await stage.gateway.put(path, await stage.webhook());
		expect(same.at('data')).toMatchObject({ status: 'inactive', pausedAt: expect.any(String) });
		expect(await deliveries('?limit=1')).toMatchObject([{ status: 'pending' }]);
		const ended = await stage.gateway.put(path, { status: 'inactive' });
		expect(ended.at('data')).toMatchObject({ status: 'inactive', pausedAt: null, pauseReason: null });
		expect(await deliveries('?limit=1')).toMatchObject([{ status: 'cancelled' }]);
	});

	it('still delivers test events, which do not end the pause', async () => {
		await pause();
		await receive('kept');
		stage.status = 200;
		const tested = await stage.gateway.post(`${path}/test`, { event: 'message.received' });
		expect(tested.at('data')).toMatchObject({ statusCode: 200, status: 'success' });
		expect(await stage.webhook()).toMatchObject({ status: 'inactive', pausedAt: expect.any(String) });
		expect(contents()).not.toContain('kept');
		const [waiting] = await deliveries('?status=pending&limit=1');
		const refused = await stage.gateway.post(`${path}/deliveries/${String(at(waiting, 'id'))}/retry`);
		expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(refused.text('error.message')).toMatch(/^The webhook is paused\. Every delivery failed/);
	});

	it('stays paused over a restart', async () => {
		await pause();
		await receive('kept');
		const attempts = stage.receiver.requests.length;
		const gateway = await stage.gateway.restart();
		try {
			expect((await gateway.get(path)).at('data')).toMatchObject({ status: 'inactive' });
			stage.status = 200;
			await gateway.put(path, { status: 'active' });
			await until('what waited', () => contents().includes('kept'));
			expect(contents().slice(attempts)).toContain('kept');
		} finally {
			await gateway.close();
		}
	});
});

describe("an instance's own webhook that is paused", () => {
	it('is resumed by its URL', async () => {
		const stage = await startHealthStage();
		try {
			const { gateway, receiver, instanceId } = stage;
			await gateway.delete(`/v1/webhooks/${stage.webhookId}`);
			const setUrl = () =>
				gateway.request(`/v1/instances/${instanceId}`, {
					method: 'PATCH',
					headers: gateway.headers,
					body: JSON.stringify({ webhookUrl: receiver.url }),
				});
			await setUrl();
			const own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.webhookId');
			const path = `/v1/webhooks/${own}`;
			const webhook = async () => (await gateway.get(path)).at('data') as Record<string, unknown>;
			const receive = () =>
				gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
					from: '4915112345678',
					content: 'Hi',
				});
			stage.status = 500;
			await receive();
			await until('the failure', async () => (await webhook()).lastDeliveryAt !== null);
			stage.clock.advance(3 * DAY);
			await until('the pause', async () => {
				await receive();
				return (await webhook()).pausedAt !== null;
			});
			expect((await webhook()).pauseReason).toContain(`PATCH /v1/instances/${instanceId}`);
			stage.status = 200;
			await setUrl();
			await receive();
			await until('the recovery', async () => (await webhook()).failingSince === null);
			expect(await webhook()).toMatchObject({ status: 'active', pausedAt: null });
		} finally {
			await stage.close();
		}
	});
});
