import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { status, statuses, webhook } from '../../../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { sendText, startTestGateway, statusOf, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { reached } from '../../../support/media.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../../../support/official/official.ts';
import { createRelay } from '../../../support/servers/relay.ts';
import { until } from '../../../support/until.ts';

const PHONE = '16505551234';

describe('send request without a response from Meta', () => {
	let meta: CloudApi;
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;

	beforeEach(async () => {
		meta = await startCloudApi();
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		instanceId = await officialInstance(gateway);
	});
	afterEach(async () => {
		await gateway.close();
		await meta.close();
	});

	const sends = () => meta.requests('messages');
	const reaches = (id: string, wanted: string): Promise<unknown> =>
		until(`the message to be ${wanted}`, async () => {
			clock.advance(1000);
			const record = await statusOf(gateway, id);
			return at(record, 'status') === wanted && record;
		});
	const arrivesAtMeta = (count: number): Promise<unknown> =>
		until(`message ${count} at Meta`, async () => {
			clock.advance(1000);
			return (await sends()).length === count;
		});

	/** Restarts the gateway; the clock advances until it gives up the requests without a response. */
	async function restarted(): Promise<TestGateway> {
		const ready = gateway.restart();
		const state = { over: false };
		void ready.finally(() => (state.over = true));
		await until('the restart', () => {
			clock.advance(1000);
			return state.over;
		});
		return ready;
	}

	it('is sent once more after Meta had time to report a status', async () => {
		await meta.fail({ on: 'messages', times: 1, cut: true });
		const before = clock.now();
		const id = await sendText(gateway, instanceId, PHONE);
		await reaches(id, 'sent');
		expect(await sends()).toHaveLength(2);
		expect(clock.now() - before).toBeGreaterThan(10_000);
	});

	it('is not sent again when Meta reports a status for it', async () => {
		await subscribe(meta, gateway.url, instanceId);
		await meta.fail({ on: 'messages', times: 1, cut: true });
		const id = await sendText(gateway, instanceId, PHONE);
		await arrivesAtMeta(1);
		const own = { biz_opaque_callback_data: id };
		await meta.notify(webhook(statuses(status('wamid.unanswered', 'sent', own))));
		await reached(gateway, id, 'sent');
		const next = await sendText(gateway, instanceId, PHONE, 'The next one');
		await reaches(next, 'sent');
		expect((await sends()).map(({ body }) => at(body, 'biz_opaque_callback_data'))).toEqual([id, next]);
		await meta.notify(webhook(statuses(status('wamid.unanswered', 'read', own))));
		await reached(gateway, id, 'read');
	});

	it.each([
		['a 502 page', { status: 502, plain: true }],
		['a 503 page', { status: 503, plain: true }],
		['a 504 page', { status: 504, plain: true }],
		['a 403 page', { status: 403, plain: true }],
		['a 200 page', { status: 200, plain: true }],
		['a redirect', { raw: 'HTTP/1.1 302 F\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n' }],
		['a truncated response', { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n{"messages": [{' }],
		[
			'a response without a message id',
			{ raw: 'HTTP/1.1 200 OK\r\ncontent-length: 19\r\n\r\n{"messages": {"0":1}}' },
		],
		['endless headers', { raw: `HTTP/1.1 200 OK\r\n${'x-more: y\r\n'.repeat(20_000)}` }],
	])('is sent at most twice when an intermediary answers with %s', async (_what, failure) => {
		await meta.fail({ on: 'messages', times: 10, ...failure });
		const id = await sendText(gateway, instanceId, PHONE);
		const record = await reaches(id, 'failed');
		expect(at(record, 'error.message')).toContain('It may have arrived');
		expect(await sends()).toHaveLength(2);
	});

	it('is not sent again when an error of Meta arrives with status 200', async () => {
		const body = JSON.stringify({ error: { code: 131047, message: 'Re-engagement message' } });
		const raw = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
		await meta.fail({ on: 'messages', times: 1, raw });
		const id = await sendText(gateway, instanceId, PHONE);
		const record = await reaches(id, 'failed');
		expect(at(record, 'error.code')).toBe('reengagement_window_closed');
		expect(await sends()).toHaveLength(1);
	});

	it.each([
		['did not answer', { status: 502, plain: true }],
		['has not answered yet', { raw: '', open: true }],
	])('lets its chat continue at once when Meta, which %s, reports a status', async (_what, failure) => {
		await subscribe(meta, gateway.url, instanceId);
		await meta.fail({ on: 'messages', times: 1, ...failure });
		const id = await sendText(gateway, instanceId, PHONE);
		const next = await sendText(gateway, instanceId, PHONE, 'The next one');
		await until('the message at Meta', async () => (await sends()).length === 1);
		const delivered = status('wamid.unanswered', 'delivered', { biz_opaque_callback_data: id });
		expect((await meta.notify(webhook(statuses(delivered)))).status).toBe(200);
		await reached(gateway, id, 'delivered');
		// The clock stands still: the chat does not wait for a timeout.
		await reached(gateway, next, 'sent');
		expect(await sends()).toHaveLength(2);
	});

	it('fails after two attempts, however often the gateway restarts in between', async () => {
		await meta.hold();
		const id = await sendText(gateway, instanceId, PHONE);
		for (const times of [1, 2]) {
			await arrivesAtMeta(times);
			gateway = await restarted();
		}
		const record = await reaches(id, 'failed');
		expect(at(record, 'error.code')).toBe('network_error');
		expect(at(record, 'error.message')).toContain('ask the recipient before you send it again');
		expect(await sends()).toHaveLength(2);
	});

	it('does not count attempts that Meta refused temporarily or that never reached it', async () => {
		const way = new URL(meta.graphUrl);
		const relay = createRelay({ host: way.hostname, port: 0 }, new URL(meta.graphUrl));
		way.port = String(await relay.open());
		gateway = await gateway.restart({ GATEWAY_GRAPH_URL: way.href });
		await until('the connection', async () => {
			clock.advance(1000);
			return (await gateway.get(`/v1/instances/${instanceId}/status`)).at('data.status') === 'connected';
		});
		await meta.fail({ on: 'messages', times: 3, status: 503, code: 131016 });
		const refused = await sendText(gateway, instanceId, PHONE);
		await reaches(refused, 'sent');
		relay.close();
		const id = await sendText(gateway, instanceId, PHONE);
		await until('three attempts', () => {
			clock.advance(1000);
			return gateway.logged.filter((line) => line.includes(id) && line.includes('ECONNREFUSED')).length >= 3;
		});
		await relay.open();
		await reaches(id, 'sent');
		expect(await sends()).toHaveLength(5);
		relay.close();
	});
});
