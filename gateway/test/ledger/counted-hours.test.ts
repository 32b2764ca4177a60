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

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_EVENTS: '3d' } });
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
