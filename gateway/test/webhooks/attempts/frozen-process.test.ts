import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Agent, buildConnector } from 'undici';
import type { Clock } from '../../../src/domain/clock.ts';
import type { SealedText } from '../../../src/lib/crypto/sealed-text.ts';
import { attemptDelivery } from '../../../src/webhooks/attempts/attempt.ts';
import { runSql } from '../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

/** Bytes of randomness in the token of a claim. */
const TOKEN_SIZE = 16;
const HALF_A_MINUTE = 30_000;
/** A claim lasts twenty seconds, and an attempt up to five. */
const SIXTEEN_SECONDS = 16_000;
const MESSAGE = { from: '4915112345678', content: 'Hello' };

describe('a gateway that stands still', () => {
	let timers: ManualClock;
	let stoodStillFor: number;
	let clock: Clock;
	let receiver: Receiver;

	beforeEach(async () => {
		timers = createManualClock();
		stoodStillFor = 0;
		// The timers of a stopped process fire later, but its clock continues.
		clock = {
			now: () => timers.now() + stoodStillFor,
			schedule: (delay, fire) => timers.schedule(delay, () => void fire()),
		};
		receiver = await startReceiver();
	});
	afterEach(() => receiver.close());

	describe('with a claimed delivery', () => {
		let gateway: TestGateway;
		let receive: () => Promise<unknown>;
		/** Milliseconds for which it stands still after the next claim. */
		let stopsAtClaim: number;

		beforeEach(async () => {
			stopsAtClaim = 0;
			const entropy = (size: number): Buffer => {
				if (size === TOKEN_SIZE) {
					stoodStillFor += stopsAtClaim;
					stopsAtClaim = 0;
				}
				return randomBytes(size);
			};
			gateway = await startTestGateway({ clock, entropy });
			const instanceId = await connectedInstance(gateway);
			await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
			receive = () => gateway.post(`/simulator/v1/instances/${instanceId}/messages`, MESSAGE);
		});
		afterEach(() => gateway.close());

		const succeeded = (count: number) =>
			until(`${count} successes`, async () => {
				const rows = await runSql(gateway.folder, `select 1 from deliveries where status = 'success'`);
				return rows.length === count;
			});

		it.each([
			['the claim has expired', HALF_A_MINUTE],
			['it expires during the attempt', SIXTEEN_SECONDS],
		])('claims it again before the attempt where %s', async (_what, duration) => {
			const attempts: { left: number; number: unknown }[] = [];
			receiver.answer((response, { headers }) => {
				void runSql(gateway.folder, 'select max(due_at) as due_at from deliveries').then(([last]) => {
					attempts.push({ left: Number(last?.due_at) - clock.now(), number: headers['x-service-attempt'] });
					response.end();
				});
			});
			// The first delivery makes the gateway load the webhook.
			await receive();
			await succeeded(1);
			stopsAtClaim = duration;
			await receive();
			await succeeded(2);
			expect(stoodStillFor).toBe(duration);
			expect(attempts).toEqual([
				{ left: 20_000, number: '1' },
				{ left: 20_000, number: '1' },
			]);
		});

		it('records the repeated attempt only, where the claim expires during the first one', async () => {
			const answers: ((status: number) => void)[] = [];
			receiver.answer((response) => {
				answers.push((status) => response.writeHead(status).end());
			});
			timers.advance(3000);
			await receive();
			await receiver.count(1);
			stoodStillFor = HALF_A_MINUTE;
			// The next scan comes before the deadline of the attempt.
			timers.advance(2000);
			await receiver.count(2);
			answers[0]?.(500);
			answers[1]?.(200);
			await succeeded(1);
			const rows = await runSql(gateway.folder, 'select number, status_code from delivery_attempts');
			expect(rows.map(({ number, status_code: status }) => [Number(number), Number(status)])).toEqual([
				[2, 200],
			]);
		});
	});

	it('while it connects to a receiver sends nothing', async () => {
		const connect = buildConnector({});
		const agent = new Agent({
			connect(options, callback) {
				stoodStillFor = HALF_A_MINUTE;
				connect(options, callback);
			},
		});
		const secret = `whsec_${randomBytes(32).toString('base64')}`;
		const secrets = { secret, previousSecret: null };
		const outcome = await attemptDelivery(
			{ agent, unsharedAgent: agent, clock, realClock: clock, signingSecrets: () => secrets },
			{
				webhookId: 'wh_1',
				eventId: 'evt_1',
				url: receiver.url,
				secret: secret as unknown as SealedText,
				previousSecret: null,
				body: '{}',
				attempt: 1,
			},
		);
		await agent.close();
		expect(outcome).toMatchObject({
			statusCode: null,
			error: expect.stringContaining('5 seconds') as unknown,
		});
		expect(receiver.requests).toEqual([]);
	});
});
