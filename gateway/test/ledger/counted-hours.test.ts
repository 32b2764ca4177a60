import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countRows, runSql } from '../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('an hour of the ledger', () => {
	let gateway: TestGateway;
	let clock: ManualClock;
	let shop: string;
	/** Milliseconds by which the clock was set back. Timers are not affected. */
	let setBackBy: number;

	beforeEach(async () => {
		clock = createManualClock();
		setBackBy = 0;
		const adjusted = { ...clock, now: () => clock.now() - setBackBy };
		gateway = await startTestGateway({ clock: adjusted, environment: { GATEWAY_RETENTION_EVENTS: '3d' } });
		shop = await connectedInstance(gateway);
	});
	afterEach(() => gateway.close());

	const messages = () => `/simulator/v1/instances/${shop}/messages`;

	/** Advances the clock by minutes, so that the gateway counts, until the hour of a time has a state. */
	async function hourIn(state: string, at: number, recount = false) {
		const time = new Date(at).toISOString();
		return until(`the hour to be ${state}`, async () => {
			const answer = await gateway.get(`/v1/ledger?from=${time}&to=${time}&recount=${String(recount)}`);
			if (answer.at('data.0.state') === state) return answer;
			clock.advance(60_000);
			return false;
		});
	}

	it('is counted after its end, and for the last time within a day; both outlast its rows', async () => {
		const begun = clock.now();
		await gateway.post(messages(), { from: '4915112345678', content: 'Hi' });
		clock.advance(2000);
		const open = await hourIn('open', begun);
		expect(open.at('data.0.instances.0')).toMatchObject({ inbound: { stored: 1 }, missing: 0 });

		clock.advance(HOUR + 6 * 60_000);
		const counted = await hourIn('counted', begun);
		expect(counted.at('data.0.instances.0')).toMatchObject({
			inbound: { acknowledged: 1, stored: 1 },
			missing: 0,
		});
		expect(await countRows(gateway.folder, 'network_acknowledgements')).toBe(1);

		// A loss after that is found where the rows are compared again, and when the hour is counted for the last time.
		await runSql(gateway.folder, "delete from events where kind = 'message.received'");
		expect((await hourIn('counted', begun)).at('total.missing')).toBe(0);
		expect((await hourIn('open', begun, true)).at('total.missing')).toBe(1);
		clock.advance(22 * HOUR);
		const final = await hourIn('final', begun);
		expect(final.at('data.0.breaks')).toEqual([
			expect.objectContaining({ kind: 'message_without_event', eventKind: 'message.received' }),
		]);

		clock.advance(4 * DAY);
		const kept = await hourIn('final', begun, true);
		expect(kept.at('data.0.instances.0')).toMatchObject({ inbound: { stored: 1 }, missing: 1 });
	});

	it('is counted after a clock that was ahead is set right, also where it was counted then', async () => {
		const begun = clock.now();
		const [right, ahead] = [begun + 2 * HOUR, begun + 10 * HOUR];
		clock.advance(HOUR + 6 * 60_000);
		await hourIn('counted', begun);
		clock.advance(ahead - clock.now() + 24 * HOUR);
		expect((await hourIn('final', ahead)).at('data.0.instances')).toEqual([]);
		setBackBy = clock.now() - right;
		// The ids of a process continue to increase.
		gateway = await gateway.restart();
		await hourIn('open', right);

		await gateway.post(messages(), { from: '4915112345678', content: 'Hi' });
		clock.advance(HOUR + 6 * 60_000);
		const counted = await hourIn('counted', right);
		expect(counted.at('data.0.instances.0')).toMatchObject({ inbound: { stored: 1 }, missing: 0 });

		clock.advance(ahead + setBackBy - clock.now());
		await gateway.post(messages(), { from: '4915112345678', content: 'Hello' });
		clock.advance(3000);
		expect((await hourIn('open', ahead)).at('data.0.instances.0.inbound.stored')).toBe(1);
		clock.advance(HOUR + 6 * 60_000);
		const again = await hourIn('counted', ahead);
		expect(again.at('data.0.instances.0')).toMatchObject({ inbound: { stored: 1 }, missing: 0 });
	});

	it('keeps its figures while a clock is behind for some time', async () => {
		const begun = clock.now();
		await gateway.post(messages(), { from: '4915112345678', content: 'Hi' });
		clock.advance(HOUR + 6 * 60_000);
		await hourIn('counted', begun);
		clock.advance(22 * HOUR);
		await hourIn('final', begun);
		clock.advance(4 * DAY);
		setBackBy = 30 * DAY;
		await until('the hours to be noted', async () => {
			clock.advance(60_000);
			const [row] = await runSql(gateway.folder, 'select min(counted_at) as first from ledger_hours');
			return Number(row?.first) < begun;
		});
		setBackBy = 0;
		const kept = await hourIn('final', begun);
		expect(kept.at('data.0.instances.0')).toMatchObject({ inbound: { stored: 1 }, missing: 0 });
	});

	it('is unknown where its rows were removed before it was counted', async () => {
		const time = new Date(clock.now() - 5 * DAY).toISOString();
		const answer = await gateway.get(`/v1/ledger?from=${time}&to=${time}`);
		expect(answer.at('data.0')).toMatchObject({ state: 'past_retention', countedAt: null, instances: [] });
	});

	it.each([
		['from=2026-01-31T12:00:00Z&to=2026-01-30T12:00:00Z', '"from" must be before "to"'],
		['from=2020-01-01T00:00:00Z', 'ask for at most 168 at a time'],
	])('is refused as a range %s', async (query, message) => {
		const answer = await gateway.get(`/v1/ledger?${query}`);
		expect(answer.status).toBe(400);
		expect(answer.text('error.message')).toContain(message);
	});
});
