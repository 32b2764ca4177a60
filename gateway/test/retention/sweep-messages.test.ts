import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { reached } from '../support/media.ts';
import { metricsOf } from '../support/metrics.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const ANNA = '4915112345678';
const BERT = '4915112345679';

describe('the sweep of messages', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;
	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_MESSAGES: '2h' } });
		instanceId = await connectedInstance(gateway);
	});
	afterEach(() => gateway.close());

	const receiveMessage = (from: string, content: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content });
	const contents = async () => {
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		return (at(body, 'data') as unknown[]).map((item) => at(item, 'content'));
	};
	const chats = async () => (await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`)).body;

	it('removes the notes of a chat with the chat', async () => {
		const path = `/v1/chats/${BERT}@s.whatsapp.net/notes`;
		const notes = () => gateway.get(`${path}?instanceId=${instanceId}`);
		await receiveMessage(BERT, 'old from Bert');
		await gateway.post(path, { instanceId, text: 'Call him back' });
		expect((await notes()).at('data')).toHaveLength(1);
		clock.advance(2.1 * HOUR);
		await sweptUntil(clock, 'the message to be gone', async () => (await contents()).length === 0);
		expect((await notes()).at('error.code')).toBe('chat_not_found');
		expect(await countRows(gateway.folder, 'chat_notes')).toBe(0);
	});

	it('removes expired messages, and a chat with its last message', async () => {
		await receiveMessage(ANNA, 'old from Anna');
		await receiveMessage(BERT, 'old from Bert');
		await reached(gateway, await sendText(gateway, instanceId, BERT, 'old to Bert'), 'read');
		clock.advance(1.5 * HOUR);
		await receiveMessage(ANNA, 'new from Anna');
		clock.advance(0.6 * HOUR);
		await sweptUntil(clock, 'the old messages to be gone', async () => (await contents()).length === 1);

		expect(await contents()).toEqual(['new from Anna']);
		const list = await chats();
		expect(at(list, 'pagination.total')).toBe(1);
		expect(at(list, 'data.0')).toMatchObject({
			phone: ANNA,
			unreadCount: 1,
			lastMessage: { content: 'new from Anna' },
		});
		const found = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&search=${BERT}`);
		expect(found.at('pagination.total')).toBe(0);

		await receiveMessage(BERT, 'Bert again');
		expect(at(await chats(), 'pagination.total')).toBe(2);
	});

	it('removes all expired messages in several batches', async () => {
		const history = { messages: 1000, chats: 7 };
		await gateway.post(`/simulator/v1/instances/${instanceId}/history`, history);
		await sweptUntil(clock, 'the old ones to be gone', async () => {
			const metrics = await metricsOf(gateway);
			return (metrics.get('gateway_retention_removed_total{what="messages"}') ?? 0) >= 880;
		});
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const items = at(body, 'data') as unknown[];
		const oldest = clock.now() - 2 * HOUR - 5 * 60_000;
		for (const item of items)
			expect(Date.parse(String(at(item, 'timestamp')))).toBeGreaterThanOrEqual(oldest);
		expect(at(await chats(), 'pagination.total')).toBe(7);
	});

	it('keeps expired messages that are queued', async () => {
		const slow = await startTestGateway({
			clock,
			environment: { GATEWAY_RETENTION_MESSAGES: '2h', GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' },
		});
		const id = await connectedInstance(slow);
		await slow.post(`/simulator/v1/instances/${id}/messages`, { from: ANNA, content: 'removed' });
		const waiting = await sendText(slow, id, ANNA, 'kept');
		await slow.post(`/v1/instances/${id}/disconnect`);
		clock.advance(3 * HOUR);
		await sweptUntil(clock, 'the other message to be gone', async () => {
			const { body } = await slow.get(`/v1/messages?instanceId=${id}`);
			return (at(body, 'data') as unknown[]).length === 1;
		});
		expect(await statusOf(slow, waiting)).toMatchObject({ status: 'queued' });
		await slow.close();
	});
});

describe('the sweep of events and deliveries', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	beforeEach(async () => {
		clock = createManualClock();
		receiver = await startReceiver();
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const start = async (environment: Record<string, string>) => {
		gateway = await startTestGateway({
			clock,
			environment: { GATEWAY_RETRY_SCHEDULE: '0s,6h', ...environment },
		});
		instanceId = await connectedInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		return created.text('data.id');
	};
	const receiveMessage = (content: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANNA, content });
	const waitForAttempts = (count: number) =>
		until(
			`${count} attempts`,
			() => gateway.logged.filter((line) => line.includes('delivery attempted')).length >= count,
		);
	const logOf = async (webhookId: string) =>
		at((await gateway.get(`/v1/webhooks/${webhookId}/logs`)).body, 'data') as unknown[];
	/** Counts rows in the database, because no operation returns them. */
	const rows = (table: string) => countRows(gateway.folder, table);

	it('removes expired events, and keeps an event until its delivery has succeeded', async () => {
		const webhookId = await start({ GATEWAY_RETENTION_EVENTS: '2h' });
		await receiveMessage('delivered');
		await waitForAttempts(1);
		receiver.answer((response) => response.writeHead(500).end());
		await receiveMessage('rejected');
		await waitForAttempts(2);
		clock.advance(3 * HOUR);
		await sweptUntil(clock, 'the delivered event to be gone', async () => {
			const log = await logOf(webhookId);
			return log.length === 1;
		});
		await sweptUntil(clock, 'the other events to be gone', async () => (await rows('events')) === 1);
		expect(await logOf(webhookId)).toMatchObject([{ status: 'retrying' }]);

		receiver.answer((response) => response.end());
		clock.advance(4 * HOUR);
		const [, second, third] = await receiver.count(3);
		expect(third?.raw).toBe(second?.raw);
		await waitForAttempts(3);
		await sweptUntil(clock, 'the last event to be gone', async () => (await rows('events')) === 0);
		expect([await rows('deliveries'), await rows('delivery_attempts')]).toEqual([0, 0]);
	});

	it('removes expired deliveries before their events when GATEWAY_RETENTION_ATTEMPTS is shorter', async () => {
		const webhookId = await start({ GATEWAY_RETENTION_ATTEMPTS: '1h', GATEWAY_RETENTION_EVENTS: 'off' });
		await receiveMessage('delivered');
		await waitForAttempts(1);
		receiver.answer((response) => response.writeHead(500).end());
		await receiveMessage('rejected');
		await waitForAttempts(2);
		const events = await rows('events');
		clock.advance(2 * HOUR);
		await sweptUntil(
			clock,
			'the finished delivery to be gone',
			async () => (await logOf(webhookId)).length === 1,
		);
		expect(await logOf(webhookId)).toMatchObject([{ status: 'retrying' }]);
		expect(await Promise.all(['events', 'deliveries', 'delivery_attempts'].map(rows))).toEqual([
			events,
			1,
			1,
		]);
	});

	it('removes stored responses whose idempotency keys have expired', async () => {
		await start({});
		const send = (key: string) =>
			gateway.request('/v1/messages/send', {
				method: 'POST',
				headers: { ...gateway.headers, 'idempotency-key': key },
				body: JSON.stringify({ instanceId, to: ANNA, message: 'Hello' }),
			});
		await send('old');
		clock.advance(24 * HOUR - 1000);
		const young = await send('young');
		expect(await rows('idempotency_keys')).toBe(2);
		await sweptUntil(clock, 'the old answer to be gone', async () => (await rows('idempotency_keys')) === 1);
		expect((await send('young')).body).toEqual(young.body);
	});

	it('keeps events for thirty days by default', async () => {
		const webhookId = await start({});
		await receiveMessage('delivered');
		await waitForAttempts(1);
		clock.advance(29 * 24 * HOUR);
		clock.advance(60_000);
		expect(await logOf(webhookId)).toHaveLength(1);
		clock.advance(2 * 24 * HOUR);
		await sweptUntil(clock, 'the delivery to be gone', async () => (await logOf(webhookId)).length === 0);
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect(at(body, 'data')).toHaveLength(1);
	});
});
