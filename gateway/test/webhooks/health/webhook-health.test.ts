import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const DAY = 24 * 3_600_000;

describe('GET /v1/webhooks/:webhookId/health', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let path: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		path = `/v1/webhooks/${created.text('data.id')}/health`;
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const health = async () => (await gateway.get(path)).at('data') as Record<string, unknown>;
	const receiveMessage = () =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
	/** Receives a message, answers its delivery after a time, and waits for the outcome. */
	const receiveAndAnswer = async (status: number, after: number): Promise<void> => {
		const before = await health();
		let answer = (): void => undefined;
		receiver.answer((response) => {
			answer = () => response.writeHead(status).end();
		});
		const earlier = receiver.requests.length;
		await receiveMessage();
		await receiver.count(earlier + 1);
		clock.advance(after);
		answer();
		const side = status < 300 ? 'lastSuccessAt' : 'lastFailureAt';
		await until('the outcome', async () => (await health())[side] !== before[side]);
	};
	const now = () => new Date(clock.now()).toISOString();

	it('returns zero counts for a new webhook', async () => {
		expect(await health()).toEqual({
			since: new Date(clock.now() - DAY).toISOString(),
			deliveries: 0,
			succeeded: 0,
			failed: 0,
			pending: 0,
			successRate: null,
			responseTimeP95: null,
			oldestPendingAt: null,
			lastSuccessAt: null,
			lastFailureAt: null,
			waiting: 0,
			collecting: 0,
			joined: 0,
			filtered: 0,
			failures: 0,
			failingSince: null,
			pausedAt: null,
		});
	});

	it('returns the successes, the response time and the age of the oldest pending delivery', async () => {
		for (let count = 0; count < 19; count += 1) await receiveAndAnswer(200, 10);
		await receiveAndAnswer(200, 900);
		const lastSuccessAt = now();
		clock.advance(1000);
		const oldestPendingAt = now();
		await receiveAndAnswer(503, 500);
		expect(await health()).toMatchObject({
			deliveries: 21,
			succeeded: 20,
			failed: 0,
			pending: 1,
			successRate: 1,
			// The 95th percentile of 21 responses is the twentieth.
			responseTimeP95: 500,
			oldestPendingAt,
			lastSuccessAt,
			lastFailureAt: now(),
		});
	});

	it('counts failed deliveries, and only those of the last day', async () => {
		await receiveAndAnswer(200, 10);
		clock.advance(1);
		await receiveAndAnswer(410, 10);
		expect(await health()).toMatchObject({ deliveries: 2, succeeded: 1, failed: 1, successRate: 0.5 });
		clock.advance(DAY + 1000);
		expect(await health()).toMatchObject({
			deliveries: 0,
			successRate: null,
			responseTimeP95: null,
			lastSuccessAt: expect.stringMatching(/Z$/),
		});
	});

	it('answers 404 for an unknown webhook', async () => {
		const answer = await gateway.get('/v1/webhooks/wh_0/health');
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'webhook_not_found']);
	});
});
