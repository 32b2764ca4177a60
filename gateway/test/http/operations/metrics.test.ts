import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { link, writeFile } from 'node:fs/promises';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { runGateway } from '../../support/gateway-process.ts';
import {
	API_KEY,
	connectedInstance,
	sendText,
	startTestGateway,
	type TestGateway,
} from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { metricsOf } from '../../support/metrics.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const TO = '4915112345678';
const NOT_REGISTERED = '4915112340000';

describe('GET /metrics', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	/** Waits until a sample has a value; returns all samples. */
	const waitForSample = (name: string, value: number) =>
		until(`${name} to be ${value}`, async () => {
			const metrics = await metricsOf(gateway);
			return metrics.get(name) === value && metrics;
		});

	it('counts messages by status', async () => {
		for (const to of [TO, TO, NOT_REGISTERED]) {
			const messageId = await sendText(gateway, instanceId, to);
			await reached(gateway, messageId, to === TO ? 'read' : 'failed');
		}
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: TO, content: 'Hello' });
		const metrics = await waitForSample('gateway_messages_received_total{type="text"}', 1);
		expect(metrics.get('gateway_messages_accepted_total{type="text"}')).toBe(3);
		expect(metrics.get('gateway_messages_sent_total{type="text"}')).toBe(2);
		expect(metrics.get('gateway_messages_delivered_total')).toBe(2);
		expect(metrics.get('gateway_messages_read_total')).toBe(2);
		expect(metrics.get('gateway_messages_failed_total{code="recipient_not_found"}')).toBe(1);
		expect(metrics.get('gateway_events_total{event="message.delivered"}')).toBe(2);
		expect(metrics.get('gateway_send_duration_seconds_count{result="taken"}')).toBe(2);
		expect(metrics.get('gateway_send_duration_seconds_count{result="refused"}')).toBe(1);
	});

	it('counts a repeated request with an idempotency key once', async () => {
		const send = () =>
			gateway.request('/v1/messages/send', {
				method: 'POST',
				headers: { ...gateway.headers, 'idempotency-key': 'once' },
				body: JSON.stringify({ instanceId, to: TO, message: 'Hello' }),
			});
		const { text } = await send();
		await send();
		await reached(gateway, text('messageId'), 'read');
		expect((await metricsOf(gateway)).get('gateway_messages_accepted_total{type="text"}')).toBe(1);
	});

	it('counts attempts and deliveries by result, and measures the age of pending deliveries', async () => {
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		receiver.answer((response) => response.writeHead(receiver.requests.length === 1 ? 500 : 204).end());
		await sendText(gateway, instanceId, TO);
		await waitForSample('gateway_delivery_attempt_duration_seconds_count{result="retrying"}', 1);
		const failed = await metricsOf(gateway);
		expect(failed.get('gateway_deliveries_pending')).toBe(1);
		expect(failed.get('gateway_deliveries_overdue_seconds')).toBe(0);
		clock.advance(20_000);
		expect((await metricsOf(gateway)).get('gateway_deliveries_pending_oldest_age_seconds')).toBe(20);
		clock.advance(13_000);
		await waitForSample('gateway_deliveries_finished_total{outcome="success"}', 1);
		const done = await metricsOf(gateway);
		expect(done.get('gateway_delivery_attempt_duration_seconds_count{result="success"}')).toBe(1);
		expect(done.get('gateway_deliveries_pending')).toBe(0);
		expect(done.get('gateway_deliveries_pending_oldest_age_seconds')).toBe(0);
	});

	it('counts queued messages and measures the age of the oldest one', async () => {
		const second = await connectedInstance(gateway, 'Branch');
		for (const id of [instanceId, second]) {
			const messageId = await sendText(gateway, id, TO);
			await reached(gateway, messageId, 'read');
		}
		expect((await metricsOf(gateway)).get('gateway_messages_queued_oldest_age_seconds')).toBe(0);
		const slow = await startTestGateway({
			clock,
			environment: { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' },
		});
		const slowInstance = await connectedInstance(slow);
		await sendText(slow, slowInstance, TO);
		clock.advance(5000);
		await sendText(slow, slowInstance, '4915112345679');
		const metrics = await metricsOf(slow);
		expect(metrics.get('gateway_messages_queued')).toBe(2);
		expect(metrics.get('gateway_messages_queued_oldest_age_seconds')).toBe(5);
		const closing = slow.close();
		await until('the grace period of the shutdown', () =>
			clock.pending().some((at) => at - clock.now() === 3000),
		);
		clock.advance(3000);
		await closing;
	});

	it('measures commits, requests, the event loop and the process', async () => {
		await gateway.get(`/v1/instances/${instanceId}`);
		await gateway.request('/v1/no-such-thing', {});
		const route = (labels: string) => `gateway_http_request_duration_seconds_count{${labels}}`;
		const metrics = await waitForSample(
			route('method="GET",route="/v1/instances/:instanceId",status="200"'),
			1,
		);
		expect(metrics.get(route('method="other",route="none",status="404"'))).toBe(1);
		const commits = metrics.get('gateway_commit_duration_seconds_count{outcome="committed"}') ?? 0;
		expect(commits).toBeGreaterThan(0);
		expect(metrics.get('gateway_commit_pieces_count')).toBe(commits);
		expect(metrics.get('gateway_commit_pieces_sum')).toBeGreaterThanOrEqual(commits);
		expect(metrics.get('gateway_database_bytes')).toBeGreaterThan(4096);
		expect([...metrics.keys()]).toEqual(
			expect.arrayContaining(['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']),
		);
	});
});

describe('the gauges of GET /metrics', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	it('have every series from 0, as counters do', async () => {
		const metrics = await metricsOf(gateway);
		const zeros = [
			...['connected', 'disconnected', 'connecting', 'qr_pending'].map(
				(status) => `gateway_instances{status="${status}"}`,
			),
			...['logged_out', 'banned', 'connection_lost', 'none'].map(
				(reason) => `gateway_instances_disconnected{reason="${reason}"}`,
			),
			'gateway_instances_restricted{kind="sending"}',
			'gateway_instances_restricted{kind="new_chats"}',
			...['active', 'failing', 'paused', 'inactive'].map((state) => `gateway_webhooks{state="${state}"}`),
			'gateway_alerts_firing{kind="webhook_failing"}',
			'gateway_alerts_firing{kind="disk_filling"}',
			'gateway_messages_accepted_total{type="text"}',
			'gateway_messages_sent_total{type="poll"}',
			'gateway_messages_failed_total{code="expired"}',
			'gateway_messages_received_total{type="unsupported"}',
			'gateway_events_total{event="webhook.failing"}',
			'gateway_deliveries_finished_total{outcome="failed"}',
			'gateway_delivery_attempt_duration_seconds_count{result="retrying"}',
			'gateway_send_duration_seconds_count{result="error"}',
			'gateway_commit_duration_seconds_count{outcome="failed"}',
			'gateway_requests_refused_total{reason="connection_limit"}',
			'gateway_requests_refused_total{reason="hook_signature"}',
			'gateway_network_faults_total{kind="set_aside"}',
			'gateway_network_notices_total{network="cloud-api",topic="account_alerts"}',
			'gateway_retention_removed_total{what="media_over_limit"}',
			'gateway_message_send_latency_seconds_count',
			'gateway_event_delivery_latency_seconds_count',
		];
		expect(zeros.map((name) => [name, metrics.get(name)])).toEqual(zeros.map((name) => [name, 0]));
	});

	it('say what runs, since when, and how much room the disk has', async () => {
		const metrics = await metricsOf(gateway);
		const info = [...metrics.keys()].find((name) => name.startsWith('gateway_build_info{')) ?? '';
		expect(info).toMatch(/version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+",engine="(sqlite|postgres)"/);
		expect(metrics.get(info)).toBe(1);
		expect(metrics.get('gateway_ready')).toBe(1);
		expect(metrics.get('process_start_time_seconds')).toBeGreaterThan(1_700_000_000);
		const free = metrics.get('gateway_disk_free_bytes') ?? NaN;
		expect(free).toBeGreaterThan(0);
		expect(metrics.get('gateway_disk_size_bytes')).toBeGreaterThanOrEqual(free);
	});

	it('count instances by status, reason and restriction', async () => {
		const shop = await connectedInstance(gateway);
		await connectedInstance(gateway, 'Branch');
		await gateway.post('/v1/instances', { name: 'Never connected' });
		await gateway.post(`/v1/instances/${shop}/disconnect`);
		const metrics = await until('the instance to be disconnected', async () => {
			const current = await metricsOf(gateway);
			return current.get('gateway_instances{status="disconnected"}') === 2 && current;
		});
		expect(metrics.get('gateway_instances{status="connected"}')).toBe(1);
		expect(metrics.get('gateway_instances_disconnected{reason="user_request"}')).toBe(1);
		expect(metrics.get('gateway_instances_disconnected{reason="none"}')).toBe(1);
	});

	it('count webhooks that fail, and how long events took to arrive', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		const instanceId = await connectedInstance(gateway, 'Third');
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		for (let count = 0; count < 5; count += 1) await sendText(gateway, instanceId, TO);
		const other = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.read'] });
		await gateway.put(`/v1/webhooks/${other.text('data.id')}`, { status: 'inactive' });
		const failing = await until('the webhook to fail', async () => {
			const current = await metricsOf(gateway);
			return current.get('gateway_webhooks{state="failing"}') === 1 && current;
		});
		expect(failing.get('gateway_event_delivery_latency_seconds_count')).toBe(0);
		expect(failing.get('gateway_message_send_latency_seconds_bucket{le="0.01"}')).toBe(5);
		receiver.answer((response) => response.end());
		clock.advance(40_000);
		const arrived = await until('the events to arrive', async () => {
			const current = await metricsOf(gateway);
			// The state is read before the count, which a commit in between has changed.
			const isFailing = current.get('gateway_webhooks{state="failing"}') === 1;
			return !isFailing && current.get('gateway_event_delivery_latency_seconds_count') === 5 && current;
		});
		expect(arrived.get('gateway_event_delivery_latency_seconds_bucket{le="30"}')).toBe(0);
		expect(arrived.get('gateway_event_delivery_latency_seconds_bucket{le="60"}')).toBe(5);
		expect(arrived.get('gateway_webhooks{state="failing"}')).toBe(0);
		expect(arrived.get('gateway_webhooks{state="active"}')).toBe(1);
		expect(arrived.get('gateway_webhooks{state="inactive"}')).toBe(1);
	});

	it('measure the media folder without a limit, once for each hard link', async () => {
		await until('the folder to be measured', async () => {
			const size = (await metricsOf(gateway)).get('gateway_media_bytes');
			return size === 0;
		});
		await writeFile(path.join(gateway.folder, 'media', 'a-file'), 'x'.repeat(1000));
		await link(path.join(gateway.folder, 'media', 'a-file'), path.join(gateway.folder, 'media', 'a-link'));
		clock.advance(3_600_000);
		await until('the folder to be measured again', async () => {
			const size = (await metricsOf(gateway)).get('gateway_media_bytes');
			return size === 1000;
		});
	});
});

describe('access to GET /metrics', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway({ environment: { GATEWAY_RATE_LIMITS: 'general=5' } });
	});
	afterAll(() => gateway.close());

	/** fetch does not let a test set the Host header. */
	const requestStatus = (headers: OutgoingHttpHeaders, url = gateway.url) =>
		new Promise<number | undefined>((resolve, reject) => {
			const request = httpRequest(`${url}/metrics`, { headers }, (response) => {
				response.resume().on('end', () => {
					resolve(response.statusCode);
				});
			});
			request.on('error', reject).end();
		});

	it('requires no key from this machine and does not count in rate limits', async () => {
		for (let count = 0; count < 10; count += 1) expect(await requestStatus({})).toBe(200);
		const health = await gateway.get('/v1/health');
		expect(health.headers.get('x-ratelimit-remaining')).toBe('4');
	});

	it.each([
		['was forwarded by an unknown proxy', { 'x-forwarded-for': '203.0.113.1' }, 403],
		['was forwarded by an unknown proxy with the newer header', { forwarded: 'for=203.0.113.1' }, 403],
		['names another host', { host: 'gateway.example.com' }, 421],
	])('refuses a request that %s', async (_what, headers, status) => {
		expect(await requestStatus(headers)).toBe(status);
		expect(await requestStatus({ ...headers, authorization: `Bearer ${API_KEY}` })).toBe(status);
	});

	it('requires a key for a request that a web page sent', async () => {
		const headers = { origin: 'https://example.com' };
		expect(await requestStatus(headers)).toBe(401);
		expect(await requestStatus({ ...headers, authorization: `Bearer ${API_KEY}` })).toBe(200);
	});

	it('requires a key from this machine too behind a proxy', async () => {
		const proxied = await startTestGateway({ environment: { GATEWAY_TRUST_PROXY: '127.0.0.1/32' } });
		expect(await requestStatus({}, proxied.url)).toBe(401);
		expect(await requestStatus({ authorization: `Bearer ${API_KEY}` }, proxied.url)).toBe(200);
		await proxied.close();
	});

	it('requires the scope metrics:read and a valid key where one is sent', async () => {
		const keyWith = async (scope: string) => {
			const made = await runGateway(['keys', 'create', '--name', scope, '--scopes', scope], {
				GATEWAY_DATA_DIR: gateway.folder,
			});
			return `Bearer ${/^mgw_\S+$/m.exec(made.stdout)?.[0] ?? ''}`;
		};
		expect(await requestStatus({ authorization: await keyWith('metrics:read') })).toBe(200);
		expect(await requestStatus({ authorization: await keyWith('messages:read') })).toBe(403);
		expect(await requestStatus({ authorization: `Bearer ${API_KEY}x` })).toBe(401);
	});
});
