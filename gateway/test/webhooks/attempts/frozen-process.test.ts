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

describe('a gateway that stands still for half a minute', () => {
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

	describe('after claiming a delivery', () => {
		let gateway: TestGateway;
		let stopsAtClaim: boolean;

		beforeEach(async () => {
			stopsAtClaim = false;
			const entropy = (size: number): Buffer => {
				if (stopsAtClaim && size === TOKEN_SIZE) {
					stopsAtClaim = false;
					stoodStillFor += HALF_A_MINUTE;
				}
				return randomBytes(size);
			};
			gateway = await startTestGateway({ clock, entropy });
		});
		afterEach(() => gateway.close());

		it('claims it again before the attempt', async () => {
			const instanceId = await connectedInstance(gateway);
			await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
			const attempts: { left: number; number: unknown }[] = [];
			receiver.answer((response, { headers }) => {
				void runSql(gateway.folder, 'select max(due_at) as due_at from deliveries').then(([last]) => {
					attempts.push({ left: Number(last?.due_at) - clock.now(), number: headers['x-service-attempt'] });
					response.end();
				});
			});
			const deliver = async (count: number): Promise<void> => {
				const message = { from: '4915112345678', content: 'Hello' };
				await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
				await until(`delivery ${count}`, async () => {
					const rows = await runSql(gateway.folder, `select 1 from deliveries where status = 'success'`);
					return rows.length === count;
				});
			};
			// The first delivery makes the gateway load the webhook.
			await deliver(1);
			stopsAtClaim = true;
			await deliver(2);
			expect(stoodStillFor).toBe(HALF_A_MINUTE);
			expect(attempts).toEqual([
				{ left: 20_000, number: '1' },
				{ left: 20_000, number: '1' },
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
