import { setTimeout as elapsed } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/domain/clock.ts';
import { runSql } from '../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;

describe('a gateway whose clock is set back by an hour', () => {
	let timers: ManualClock;
	let setBackBy: number;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		timers = createManualClock();
		setBackBy = 0;
		// Timers of the system go by a clock that nobody sets.
		const clock: Clock = {
			now: () => timers.now() - setBackBy,
			schedule: (delay, fire) => timers.schedule(delay, () => void fire()),
		};
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const register = (ratePerSecond: number | null) =>
		gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'], ratePerSecond });
	const receive = (content: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content });
	/** Whether a number of requests arrives within the next seconds. */
	const arrives = async (count: number) => {
		for (let second = 0; second < 15; second += 1) {
			timers.advance(1000);
			for (let checks = 0; checks < 20; checks += 1) {
				if (receiver.requests.length >= count) return true;
				await elapsed(25);
			}
		}
		return false;
	};

	it('finds what no signal announced', async () => {
		await register(null);
		await receive('1');
		await receiver.count(1);
		await until('the attempt to be recorded', async () => {
			const rows = await runSql(gateway.folder, `select 1 from deliveries where status = 'success'`);
			return rows.length === 1;
		});
		setBackBy = HOUR;
		await runSql(
			gateway.folder,
			`update deliveries set status = 'pending', attempts = 0, finished_at = null`,
		);
		expect(await arrives(2)).toBe(true);
	});
});
