import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../../support/database.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { refusal } from '../../support/requests.ts';
import { sweptUntil } from '../../support/storage/sweeps.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A number to which messages fail. */
const UNREGISTERED = '4915112340000';

interface Figures {
	connected: number | null;
	sent: number;
	received: number;
	failed: number;
}

interface Health extends Figures {
	period: string;
	since: string;
	interval: number;
	intervals: (Figures & { startsAt: string })[];
	statuses: { status: string; reason: string | null; from: string; until: string | null }[];
}

describe('the health of an instance', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
	});
	afterEach(() => gateway.close());

	const health = async (period: string) =>
		(await gateway.get(`/v1/instances/${instanceId}/health?period=${period}`)).at('data') as Health;
	const receive = () =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content: 'Hi' });
	const logOut = () => gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
	async function connect(): Promise<void> {
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
	}
	const counted = (what: Partial<Figures>) =>
		until('the messages to be counted', async () => {
			clock.advance(1000);
			const { sent, failed } = await health('24h');
			return (what.sent ?? sent) === sent && (what.failed ?? failed) === failed;
		});
	/** The statuses with their reasons, oldest first, without those of a scan. */
	const statuses = async (period: string) =>
		(await health(period)).statuses
			.filter(({ status }) => status !== 'qr_pending' && status !== 'connecting')
			.map(({ status, reason }) => (reason === null ? status : `${status}: ${reason}`));

	it('returns the statuses with reasons, and the connected share of the time', async () => {
		const connectedAt = clock.now();
		clock.advance(3 * HOUR);
		await logOut();
		const disconnectedAt = clock.now();
		clock.advance(HOUR);
		const { statuses: spans, connected, intervals, period, interval } = await health('24h');
		expect([period, interval, intervals.length]).toEqual(['24h', 3600, 24]);
		expect(spans.slice(-2)).toEqual([
			{
				status: 'connected',
				reason: null,
				from: new Date(connectedAt).toISOString(),
				until: new Date(disconnectedAt).toISOString(),
			},
			{
				status: 'disconnected',
				reason: 'logged_out',
				from: new Date(disconnectedAt).toISOString(),
				until: null,
			},
		]);
		expect(connected).toBe(0.75);
		expect(intervals.slice(-5).map((one) => one.connected)).toEqual([1, 1, 1, 0, null]);
		expect(intervals[0]?.connected).toBeNull();

		await connect();
		clock.advance(HOUR);
		expect(await statuses('24h')).toEqual(['connected', 'disconnected: logged_out', 'connected']);
		expect((await health('24h')).connected).toBe(0.8);
		expect(await statuses('1h')).toEqual(['connected']);
	});

	it('counts what was sent, received and failed when it happened, by intervals of every period', async () => {
		await sendText(gateway, instanceId, '4915112345678');
		await counted({ sent: 1 });
		clock.advance(10 * MINUTE);
		await receive();
		await receive();
		await sendText(gateway, instanceId, UNREGISTERED);
		await counted({ failed: 1 });
		for (const [period, intervals, interval] of [
			['1h', 12, 300],
			['24h', 24, 3600],
			['7d', 28, 21_600],
			['30d', 30, 86_400],
		] as const) {
			const data = await health(period);
			expect(data).toMatchObject({ sent: 1, received: 2, failed: 1, interval });
			expect(data.intervals).toHaveLength(intervals);
			expect(data.since).toBe(data.intervals[0]?.startsAt);
			const sums = (name: 'sent' | 'received' | 'failed') =>
				data.intervals.reduce((sum, one) => sum + one[name], 0);
			expect([sums('sent'), sums('received'), sums('failed')]).toEqual([1, 2, 1]);
		}
		const five = (await health('1h')).intervals.filter(({ sent, received }) => sent + received > 0);
		expect(five.map(({ sent, received, failed }) => [sent, received, failed])).toEqual([
			[1, 0, 0],
			[0, 2, 1],
		]);
	});

	it('counts a scheduled message when it is sent', async () => {
		const sendAt = new Date(clock.now() + 3 * HOUR).toISOString();
		await sendText(gateway, instanceId, '4915112345678', 'Later', { sendAt });
		clock.advance(3 * HOUR + MINUTE);
		await counted({ sent: 1 });
		expect(await health('1h')).toMatchObject({ sent: 1 });
	});

	it('forgets what no period shows, and still knows the status', async () => {
		await receive();
		clock.advance(40 * DAY);
		const rows = (table: string) => countRows(gateway.folder, table);
		await sweptUntil(clock, 'no counts', async () => (await rows('instance_recent_counts')) === 0);
		await sweptUntil(clock, 'one status', async () => (await rows('instance_status_changes')) === 1);
		for (const period of ['1h', '30d']) {
			expect(await health(period)).toMatchObject({ received: 0, connected: 1 });
			expect(await statuses(period)).toEqual(['connected']);
		}
	});

	it('is that of the instance alone, and refuses other periods and instances', async () => {
		const other = await connectedInstance(gateway, 'Other');
		await receive();
		const answer = await gateway.get(`/v1/instances/${other}/health`);
		expect(answer.at('data')).toMatchObject({ period: '24h', received: 0, connected: null });
		const wrong = await gateway.get(`/v1/instances/${instanceId}/health?period=2d`);
		expect(refusal(wrong)).toEqual([400, 'invalid_parameters']);
		const unknown = await gateway.get('/v1/instances/inst_00000000000000000000000000/health');
		expect(refusal(unknown)).toEqual([404, 'instance_not_found']);
	});
});
