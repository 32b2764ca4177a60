import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { ABOUT_WEBHOOKS, startHealthStage, type HealthStage } from './health-stage.ts';

const MINUTE = 60_000;

describe('a webhook whose deliveries fail', () => {
	let stage: HealthStage;

	beforeEach(async () => {
		stage = await startHealthStage();
	});
	afterEach(() => stage.close());

	const now = () => new Date(stage.clock.now()).toISOString();
	const attempts = async (count: number, status: number) => {
		for (let made = 0; made < count; made += 1) await stage.attempt(status);
	};

	it('has one event after five failures in a row, and one when it recovers', async () => {
		const watcher = await stage.watch();
		const since = now();
		await attempts(4, 503);
		expect(await stage.webhook()).toMatchObject({ failingSince: null });
		expect(await stage.health()).toMatchObject({ failures: 4, failingSince: null });
		stage.clock.advance(1000);
		await attempts(3, 503);
		expect(await stage.webhook()).toMatchObject({ status: 'active', failingSince: since, pausedAt: null });
		expect(await stage.health()).toMatchObject({ failures: 7, failingSince: since, pausedAt: null });
		const about = {
			instanceId: null,
			webhookId: stage.webhookId,
			name: 'Watched',
			host: new URL(stage.receiver.url).host,
		};
		expect(await watcher.count(1)).toEqual([
			{
				kind: 'webhook.failing',
				data: { ...about, since, failures: 5, statusCode: 503, error: null, paused: false },
			},
		]);
		await attempts(2, 200);
		expect(await stage.webhook()).toMatchObject({ failingSince: null });
		expect(await stage.health()).toMatchObject({ failures: 0, failingSince: null });
		await attempts(5, 500);
		expect((await watcher.count(3)).slice(1)).toMatchObject([
			{ kind: 'webhook.recovered', data: { ...about, failingSince: since } },
			{ kind: 'webhook.failing', data: { statusCode: 500, failures: 5 } },
		]);
	});

	it('has an event after a quarter of an hour of nothing but failures', async () => {
		const watcher = await stage.watch();
		await stage.attempt(500);
		const since = now();
		stage.clock.advance(15 * MINUTE - 1);
		await stage.attempt(500);
		expect(await stage.webhook()).toMatchObject({ failingSince: null });
		stage.clock.advance(1);
		await stage.attempt(500);
		expect(await watcher.count(1)).toMatchObject([{ kind: 'webhook.failing', data: { since } }]);
	});

	it('is not reported while failures alternate with successes', async () => {
		const watcher = await stage.watch();
		for (let round = 0; round < 3; round += 1) {
			await attempts(4, 500);
			await stage.attempt(200);
			stage.clock.advance(1000);
		}
		await stage.attempt(500);
		expect(await stage.health()).toMatchObject({ failures: 1, failingSince: null });
		await attempts(4, 500);
		expect(await watcher.count(1)).toHaveLength(1);
		expect(watcher.reported()).toMatchObject([{ data: { failures: 5 } }]);
	});

	it('is not reported to itself, nor to webhooks of an instance where it receives events of all', async () => {
		const ofInstance = await stage.watch({ instanceId: stage.instanceId });
		const all = await stage.watch({ events: ['*'] });
		await attempts(5, 500);
		await stage.attempt(200);
		await all.count(2);
		const kinds = stage.receiver.requests.map((request) => request.at('event'));
		expect(new Set(kinds)).toEqual(new Set(['message.received']));
		expect(ofInstance.reported()).toEqual([]);
	});

	it('names the webhook without the path and the query of its URL', async () => {
		const watcher = await stage.watch();
		await stage.gateway.put(`/v1/webhooks/${stage.webhookId}`, {
			url: `${stage.receiver.url}/a/secret/path?token=secret`,
		});
		stage.receiver.answer((response) => response.destroy());
		for (let count = 1; count <= 5; count += 1) {
			await stage.gateway.post(`/v1/webhooks/${stage.webhookId}/test`, { event: 'message.received' });
		}
		const [failing] = await watcher.count(1);
		expect(failing?.data).toMatchObject({
			statusCode: null,
			error: expect.stringMatching(/\S/),
			failures: 5,
		});
		expect(JSON.stringify(failing)).not.toContain('secret');
	});

	it('is not reported when its receiver answers 410 Gone', async () => {
		const watcher = await stage.watch();
		await attempts(4, 500);
		await stage.attempt(410);
		expect(await stage.webhook()).toMatchObject({ status: 'inactive', failingSince: null, pausedAt: null });
		expect(watcher.reported()).toEqual([]);
	});
});

describe('a failing webhook of one instance', () => {
	it('is delivered to the webhooks of this instance and of all instances, and to those of no other one', async () => {
		const stage = await startHealthStage((instanceId) => ({ instanceId }));
		try {
			const other = await connectedInstance(stage.gateway, 'Other');
			const ofInstance = await stage.watch({ instanceId: stage.instanceId });
			const ofOther = await stage.watch({ instanceId: other });
			const all = await stage.watch();
			for (let made = 0; made < 5; made += 1) await stage.attempt(500);
			await stage.attempt(200);
			const expected = ABOUT_WEBHOOKS.map((kind) => ({ kind, data: { instanceId: stage.instanceId } }));
			expect(await ofInstance.count(2)).toMatchObject(expected);
			expect(await all.count(2)).toMatchObject(expected);
			expect(ofOther.reported()).toEqual([]);
		} finally {
			await stage.close();
		}
	});
});
