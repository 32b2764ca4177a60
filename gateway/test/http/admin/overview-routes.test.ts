import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ON_POSTGRES } from '../../support/database.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;
const PHONE = '4915112345678';
const NOT_REGISTERED = '4915112340000';

describe('the admin API of the dashboard', () => {
	const clock = createManualClock(Math.floor(Date.now() / HOUR) * HOUR + 60_000);
	let gateway: TestGateway;
	let receiver: Receiver;
	let owner: Browser;
	let instanceId: string;

	beforeAll(async () => {
		receiver = await startReceiver();
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	const waitForStatus = (messageId: string, status: string) =>
		until(
			`${messageId} to be ${status}`,
			async () => at(await statusOf(gateway, messageId), 'status') === status,
		);
	const receiveMessage = async (content = 'Hello') =>
		(await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: PHONE, content })).text(
			'data.messageId',
		);

	it('counts sent, received, delivered, read and failed messages by the hour', async () => {
		await receiveMessage();
		await waitForStatus(await sendText(gateway, instanceId, PHONE), 'read');
		const failed = await sendText(gateway, instanceId, NOT_REGISTERED);
		await waitForStatus(failed, 'failed');
		clock.advance(HOUR);
		await waitForStatus(await sendText(gateway, instanceId, '4915112340001'), 'delivered');

		const { body, status } = await owner.get('/admin/v1/overview?hours=3');
		expect(status).toBe(200);
		const hour = (ago: number) => new Date(Math.floor(clock.now() / HOUR) * HOUR - ago * HOUR).toISOString();
		expect(at(body, 'data.series')).toEqual([
			{ from: hour(2), received: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
			{ from: hour(1), received: 1, sent: 1, delivered: 1, read: 1, failed: 1 },
			{ from: hour(0), received: 0, sent: 1, delivered: 1, read: 0, failed: 0 },
		]);
		expect(at(body, 'data.instances')).toEqual({
			total: 1,
			byStatus: { connected: 1, disconnected: 0, connecting: 0, qr_pending: 0 },
		});
		expect(at(body, 'data.failures')).toEqual([
			{
				messageId: failed,
				instanceId,
				chatId: `${NOT_REGISTERED}@s.whatsapp.net`,
				to: NOT_REGISTERED,
				at: expect.stringMatching(/Z$/),
				error: { code: 'recipient_not_found', message: expect.any(String) },
			},
		]);
		expect(at(body, 'data.firstSteps')).toMatchObject({
			instanceId,
			connected: true,
			sent: true,
			received: true,
			delivered: false,
		});
		expect(at(body, 'data.queue')).toMatchObject({ messagesQueued: 0, oldestQueuedAt: null });
		// The specification's daily counts are sums of the same hours.
		expect((await gateway.get(`/v1/instances/${instanceId}/status`)).at('data.stats')).toMatchObject({
			messagesReceived: clock.now() % (24 * HOUR) < HOUR ? 0 : 1,
		});
	});

	it('returns the health of each webhook and the deliveries of each step of a message', async () => {
		const url = `${receiver.url}/hook`;
		const created = await gateway.post('/v1/webhooks', {
			name: 'Shop',
			url,
			events: ['message.sent'],
			instanceId,
		});
		const webhookId = created.text('data.id');
		const messageId = await sendText(gateway, instanceId, PHONE);
		await waitForStatus(messageId, 'read');
		const delivered = await until('the delivery', async () => {
			const steps = (await owner.get(`/admin/v1/messages/${messageId}/timeline`)).at('data') as unknown[];
			return at(steps[1], 'deliveries.0.status') === 'success' && steps;
		});
		const step = (kind: string, status: string, deliveries: unknown[] = []) => ({
			at: expect.stringMatching(/Z$/),
			kind,
			status,
			eventId: kind === 'message.queued' ? null : expect.stringMatching(/^evt_/),
			deliveries,
		});
		const delivery = {
			deliveryId: expect.stringMatching(/^dlv_/),
			webhookId,
			status: 'success',
			attempts: 1,
			lastStatusCode: 200,
		};
		expect(delivered).toEqual([
			step('message.queued', 'queued'),
			step('message.sent', 'sent', [delivery]),
			step('message.delivered', 'delivered'),
			step('message.read', 'read'),
		]);

		clock.advance(5000);
		const { body } = await owner.get('/admin/v1/overview');
		expect(at(body, 'data.series')).toHaveLength(24);
		expect(at(body, 'data.webhooks')).toEqual([
			{
				webhookId,
				name: 'Shop',
				url,
				instanceId,
				ofInstance: false,
				status: 'active',
				deliveries: 1,
				succeeded: 1,
				failed: 0,
				pending: 0,
				successRate: 1,
				lastDeliveryAt: expect.any(String),
				lastDeliveryStatus: 'success',
				lastSuccessAt: expect.any(String),
				lastFailureAt: null,
			},
		]);
		expect((await gateway.delete(`/v1/webhooks/${webhookId}`)).status).toBe(200);
		expect((await owner.get('/admin/v1/overview')).at('data.webhooks')).toEqual([]);
	});

	it('returns the timeline of a received and of a failed message', async () => {
		const received = await receiveMessage('Hello?');
		expect((await owner.get(`/admin/v1/messages/${received}/timeline`)).at('data')).toEqual([
			{
				at: expect.any(String),
				kind: 'message.received',
				status: 'delivered',
				eventId: expect.stringMatching(/^evt_/),
				deliveries: [],
			},
		]);
		const failed = await sendText(gateway, instanceId, NOT_REGISTERED);
		await waitForStatus(failed, 'failed');
		const steps = (await owner.get(`/admin/v1/messages/${failed}/timeline`)).at('data') as unknown[];
		expect(steps.at(-1)).toMatchObject({
			kind: 'message.failed',
			detail: expect.stringMatching(/^recipient_not_found: ./),
			eventId: expect.stringMatching(/^evt_/),
		});
		const unknown = await owner.get('/admin/v1/messages/msg_1/timeline');
		expect([unknown.status, unknown.at('error.code')]).toEqual([404, 'message_not_found']);
	});

	it('lists events newest first, by kind and instance, page by page', async () => {
		const other = await connectedInstance(gateway, 'Other');
		const all: string[] = [];
		let query = 'limit=2';
		for (;;) {
			const { body } = await owner.get(`/admin/v1/events?${query}`);
			const page = at(body, 'data') as { eventId: string }[];
			all.push(...page.map(({ eventId }) => eventId));
			if (at(body, 'pagination.hasMore') !== true) break;
			expect(page).toHaveLength(2);
			query = `limit=2&before=${String(at(body, 'pagination.nextCursor'))}`;
		}
		expect(all).toEqual([...new Set(all)].sort().reverse());
		const listed = (await owner.get('/admin/v1/events?limit=100')).at('data') as { eventId: string }[];
		expect(listed.map(({ eventId }) => eventId)).toEqual(all);

		const otherEvents = (await owner.get(`/admin/v1/events?instanceId=${other}`)).at('data') as unknown[];
		expect(otherEvents.map((event) => at(event, 'kind'))).toEqual([
			'instance.connected',
			'instance.qr_updated',
		]);
		expect(otherEvents[0]).toEqual({
			eventId: expect.stringMatching(/^evt_/),
			kind: 'instance.connected',
			instanceId: other,
			at: expect.stringMatching(/Z$/),
			payload: {
				event: 'instance.connected',
				eventId: at(otherEvents[0], 'eventId'),
				timestamp: at(otherEvents[0], 'at'),
				data: { instanceId: other, phone: expect.any(String), profileName: expect.any(String) },
			},
		});
		const qr = (await owner.get(`/admin/v1/events?instanceId=${other}&kind=instance.qr_updated`)).at('data');
		expect(qr).toHaveLength(1);
	});

	it('describes the gateway and its limits at /admin/v1/system', async () => {
		expect((await owner.get('/admin/v1/system')).at('data')).toEqual({
			alerts: { firing: 0, unattended: 0 },
			version: expect.stringMatching(/^\d+\.\d+\.\d+/),
			node: process.versions.node,
			network: 'simulator',
			engine: ON_POSTGRES ? 'postgres' : 'sqlite',
			timeAhead: 0,
			startedAt: expect.stringMatching(/Z$/),
			memory: expect.any(Number),
			databaseSize: expect.any(Number),
			mediaSize: null,
			processes: 1,
			plan: {
				name: 'enterprise',
				instances: { used: 2, allowed: null },
				rateLimits: {
					messages: 1000,
					instances: 500,
					webhooks: 1000,
					general: 5000,
					page: 1200,
					anonymous: 300,
					realtime: 600,
				},
				rateLimited: false,
			},
			credits: { total: null, left: null },
			messagesToday: expect.any(Number),
			retention: { messages: null, events: 30 * 24 * HOUR, attempts: 30 * 24 * HOUR, media: null },
			publicUrl: null,
		});
	});

	it('pages through the audit log', async () => {
		const first = await owner.get('/admin/v1/audit?limit=3');
		expect(first.at('data')).toHaveLength(3);
		const next = await owner.get(`/admin/v1/audit?limit=100&before=${first.text('pagination.nextCursor')}`);
		expect(next.at('pagination')).toEqual({ hasMore: false, nextCursor: null });
		const ids = [first, next].flatMap((page) => at(page.body, 'data') as { auditId: string }[]);
		expect(new Set(ids.map(({ auditId }) => auditId)).size).toBe(ids.length);
		expect(ids.at(-1)).toMatchObject({ action: 'user.set_up' });
	});

	it('answers 400 for invalid query parameters', async () => {
		for (const path of [
			'overview?hours=0',
			'overview?hours=169',
			'events?kind=message.lost',
			'events?before=evt_1',
			'audit?before=msg_01jz0000000000000000000000',
			'audit?limit=101',
		]) {
			const answer = await owner.get(`/admin/v1/${path}`);
			expect([path, answer.status, answer.at('error.code')]).toEqual([path, 400, 'invalid_parameters']);
		}
	});
});
