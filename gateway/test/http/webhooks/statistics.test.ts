import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../../support/database.ts';
import { sweptUntil } from '../../support/storage/sweeps.ts';
import { HOUR, startDeliveryStage, statusAndCode, type DeliveryStage } from '../deliveries/delivery-stage.ts';

describe('the statistics of a webhook', () => {
	let stage: DeliveryStage;
	let path: string;

	beforeEach(async () => {
		stage = await startDeliveryStage();
		path = `/v1/webhooks/${stage.webhookId}/statistics`;
	});
	afterEach(() => stage.close());

	interface Interval {
		startsAt: string;
		succeeded: number;
		failed: number;
		responseTimeP50: number | null;
		responseTimeP95: number | null;
	}

	/** The intervals of a period with attempts, each as a pair of successes and failures, oldest first. */
	async function counts(period: string): Promise<[number, number][]> {
		const intervals = (await stage.gateway.get(`${path}?period=${period}`)).at(
			'data.intervals',
		) as Interval[];
		return intervals
			.filter(({ succeeded, failed }) => succeeded + failed > 0)
			.map(({ succeeded, failed }) => [succeeded, failed]);
	}

	/** Delivers one message, whose receiver answers after some milliseconds. */
	async function deliver(status: number, duration: number): Promise<void> {
		stage.receiver.answer((response) => {
			stage.clock.advance(duration);
			response.writeHead(status).end();
		});
		await stage.receiveMessage();
		await stage.waitForNewest(status === 200 ? 'success' : 'pending', 1);
	}

	it('counts attempts by the time at which they end, and estimates their response times', async () => {
		for (const duration of [10, 12, 100, 1000]) await deliver(200, duration);
		await deliver(500, 30);
		const day = await stage.gateway.get(path);
		expect(day.at('data')).toMatchObject({ period: '24h', interval: 3600, succeeded: 4, failed: 1 });
		const [p50, p95] = [Number(day.at('data.responseTimeP50')), Number(day.at('data.responseTimeP95'))];
		expect(p50).toBeGreaterThan(24);
		expect(p50).toBeLessThan(36);
		expect(p95).toBeGreaterThan(800);
		expect(p95).toBeLessThan(1250);
		for (const [period, intervals, interval] of [
			['1h', 12, 300],
			['24h', 24, 3600],
			['7d', 28, 21_600],
			['30d', 30, 86_400],
		] as const) {
			const answer = await stage.gateway.get(`${path}?period=${period}`);
			const all = answer.at('data.intervals') as Interval[];
			expect(answer.at('data.interval')).toBe(interval);
			expect(all).toHaveLength(intervals);
			expect(answer.at('data.since')).toBe(all[0]?.startsAt);
			expect(new Set(all.map(({ startsAt }) => Date.parse(startsAt) % (interval * 1000)))).toEqual(
				new Set([0]),
			);
			expect(await counts(period)).toEqual([[4, 1]]);
		}
	});

	it('keeps what it counted apart by interval, and forgets what no period shows', async () => {
		await deliver(200, 5);
		stage.clock.advance(2 * HOUR);
		await deliver(200, 5);
		expect(await counts('1h')).toEqual([[1, 0]]);
		expect(await counts('24h')).toEqual([
			[1, 0],
			[1, 0],
		]);
		stage.clock.advance(40 * 24 * HOUR);
		for (const period of ['1h', '24h', '7d', '30d']) expect(await counts(period)).toEqual([]);
		const rows = () => countRows(stage.gateway.folder, 'webhook_attempt_counts');
		expect(await rows()).toBe(4);
		await sweptUntil(stage.clock, 'no counts', async () => (await rows()) === 0);
	});

	it('has no response times where nothing answers', async () => {
		await stage.receiver.close();
		await stage.receiveMessage();
		await stage.waitForNewest('pending', 1);
		expect((await stage.gateway.get(path)).at('data')).toMatchObject({
			succeeded: 0,
			failed: 1,
			responseTimeP50: null,
			responseTimeP95: null,
		});
	});

	it('refuses another period, and a webhook that does not exist', async () => {
		expect(statusAndCode(await stage.gateway.get(`${path}?period=2d`))).toEqual([400, 'invalid_parameters']);
		const other = await stage.gateway.get('/v1/webhooks/wh_00000000000000000000000000/statistics');
		expect(statusAndCode(other)).toEqual([404, 'webhook_not_found']);
	});
});
