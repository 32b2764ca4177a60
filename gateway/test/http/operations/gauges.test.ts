import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { link, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { metricsOf } from '../../support/metrics.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const TO = '4915112345678';

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
