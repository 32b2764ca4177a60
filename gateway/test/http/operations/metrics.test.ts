import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
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
