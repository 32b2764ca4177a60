import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/domain/clock.ts';
import { countRows } from '../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

describe('retention, when the clock of the machine jumps a year ahead', () => {
	let timers: ManualClock;
	let offset: number;
	let gateway: TestGateway;
	beforeEach(async () => {
		timers = createManualClock();
		offset = 0;
		const clock: Clock = { ...timers, now: () => timers.now() + offset };
		gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_MESSAGES: '30d' } });
		const instanceId = await connectedInstance(gateway);
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await gateway.post(path, { from: '4915112345678', content: 'Hello' });
	});
	afterEach(() => gateway.close());

	const messages = () => countRows(gateway.folder, 'messages');
	const jumped = () => gateway.logged.some((line) => line.includes('jumped ahead'));
	const jump = async () => {
		offset = YEAR;
		await until('the jump to be noticed', () => {
			timers.advance(3000);
			return jumped();
		});
	};
	/** Lets every sweep of some time begin and end. */
	const sweepFor = async (milliseconds: number) => {
		for (let passed = 0; passed < milliseconds; passed += 15_000) {
			timers.advance(15_000);
			await messages();
		}
	};

	it('removes nothing where the clock is set right within the hour', async () => {
		await jump();
		await sweepFor(HOUR / 4);
		expect(await messages()).toBe(1);
		offset = 0;
		await sweepFor(HOUR);
		expect(await messages()).toBe(1);
	});

	it('goes on after an hour, as on a machine that was suspended', async () => {
		await jump();
		timers.advance(HOUR);
		await sweptUntil(timers, 'the message to be gone', async () => (await messages()) === 0);
	});
});
