import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const MESSAGE_EVENTS = [
	'message.received',
	'message.sent',
	'message.delivered',
	'message.read',
	'message.failed',
];

describe('POST /v1/messages/send', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: MESSAGE_EVENTS, instanceId });
	});
	afterEach(() => receiver.close());

	const waitForStatus = (messageId: string, status: string): Promise<unknown> =>
		until(`${messageId} to be ${status}`, async () => {
			const record = await statusOf(gateway, messageId);
			return at(record, 'status') === status && record;
		});
	const eventsOf = (messageId: string): unknown[] =>
		receiver.requests
			.filter((request) => request.at('data.messageId') === messageId)
			.map((request) => request.at('event'));

	it('accepts a message as queued and delivers it until it is read, with its times in order', async () => {
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: '4915112345678',
			message: 'Hello',
		});
		expect(answer.status).toBe(202);
		expect(answer.body).toEqual({
			success: true,
			messageId: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
			status: 'queued',
			timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});

		const record = await waitForStatus(answer.text('messageId'), 'read');
		const times = ['sentAt', 'deliveredAt', 'readAt'].map((field) => at(record, field));
		expect([...times].sort()).toEqual(times);
		expect(at(record, 'to')).toBe('4915112345678');
		expect(at(record, 'error')).toBeUndefined();
	});

	it('returns the metadata of a message completely, with any names of fields', async () => {
		const metadata = { 'line\nbreak': 1, '': 2, constructor: { 'a\u2028b': [null] } };
		const body = { instanceId, to: '4915112345678', message: 'Hello', metadata };
		const { at } = await gateway.post('/v1/messages/send', body);
		const message = await gateway.get(`/v1/messages/${String(at('data.messageId') ?? at('messageId'))}`);
		expect(message.at('data.metadata')).toEqual(metadata);
	});

	it('publishes one event for each status, with the specified fields and the metadata', async () => {
		const messageId = await sendText(gateway, instanceId, '4915112345678', 'Hello', {
			metadata: { order: 7 },
		});
		await until('three events', () => eventsOf(messageId).length === 3);

		const data = (kind: string) =>
			receiver.requests.find((request) => request.at('event') === kind)?.at('data');
		const subject = {
			messageId,
			instanceId,
			chatId: '4915112345678@s.whatsapp.net',
			to: '4915112345678',
			metadata: { order: 7 },
		};
		const time = expect.stringMatching(/Z$/);
		expect(data('message.sent')).toEqual({ ...subject, type: 'text', content: 'Hello', status: 'sent' });
		expect(data('message.delivered')).toEqual({ ...subject, status: 'delivered', deliveredAt: time });
		expect(data('message.read')).toEqual({ ...subject, status: 'read', readAt: time });
	});

	it('reports a message as failed when the phone is not on the network', async () => {
		const messageId = await sendText(gateway, instanceId, '4915112340000');
		const record = await waitForStatus(messageId, 'failed');
		expect(record).toMatchObject({ sentAt: null, error: { code: 'recipient_not_found' } });
		const { event } = await receiver.find(
			'message.failed',
			(request) => request.at('event') === 'message.failed',
		);
		expect(at(event, 'data.error')).toEqual({
			code: 'recipient_not_found',
			message: expect.stringContaining('not on the network'),
		});
	});

	it('reports a sent message as failed when the recipient has blocked the instance', async () => {
		const messageId = await sendText(gateway, instanceId, '4915112340002');
		const record = await waitForStatus(messageId, 'failed');
		expect(record).toMatchObject({ error: { code: 'recipient_blocked' }, deliveredAt: null });
		expect(at(record, 'sentAt')).not.toBeNull();
	});

	it('keeps a message delivered when the recipient never reads it', async () => {
		const silent = await sendText(gateway, instanceId, '4915112340001');
		const read = await sendText(gateway, instanceId, '4915112345678');
		await waitForStatus(silent, 'delivered');
		await waitForStatus(read, 'read');
		expect(await statusOf(gateway, silent)).toMatchObject({ status: 'delivered', readAt: null });
	});

	it('records the echo of a phone that echoes as an inbound message', async () => {
		await sendText(gateway, instanceId, '4915112340003', 'Anybody there?');
		const { event } = await receiver.find(
			'the echo',
			(request) => request.at('event') === 'message.received',
		);
		expect(at(event, 'data')).toMatchObject({ from: '4915112340003', content: 'Anybody there?' });
	});

	it('keeps the order of many messages within a chat', async () => {
		const texts = Array.from({ length: 40 }, (_, index) => `number ${index}`);
		await Promise.all(texts.map((text) => sendText(gateway, instanceId, '4915112345678', text)));
		const sent = await until('all to be sent', () => {
			const events = receiver.requests.filter((request) => request.at('event') === 'message.sent');
			return events.length === texts.length && events;
		});
		const byTime = sent
			.map((request) => ({ id: request.at('data.messageId'), event: request.at('eventId') }))
			.sort((a, b) => String(a.event).localeCompare(String(b.event)));
		expect(byTime.map(({ id }) => id)).toEqual(byTime.map(({ id }) => id).sort());
	});

	it('advances the status by receipts, and never moves it back', async () => {
		const messageId = await sendText(gateway, instanceId, '4915112340001');
		await waitForStatus(messageId, 'delivered');
		const receipts = `/simulator/v1/instances/${instanceId}/messages/${messageId}/receipts`;
		expect((await gateway.post(receipts, { status: 'read' })).status).toBe(200);
		await gateway.post(receipts, { status: 'delivered' });
		await gateway.post(receipts, { status: 'failed', error: { code: 'network_error' } });
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
		await receiver.find('message.read', (request) => request.at('event') === 'message.read');
		expect(eventsOf(messageId)).not.toContain('message.failed');
	});

	it.each([
		['an unknown instance', { instanceId: 'inst_00000000000000000000000000' }, 404, 'invalid_instance'],
		['a number with a plus', { to: '+4915112345678' }, 400, 'invalid_phone_number'],
		['a number that is too short', { to: '491511' }, 400, 'invalid_phone_number'],
		['no text', { message: '' }, 400, 'invalid_parameters'],
		['a text that is too long', { message: 'x'.repeat(4097) }, 400, 'invalid_parameters'],
		['metadata that is too large', { metadata: { x: 'x'.repeat(4096) } }, 400, 'invalid_parameters'],
		['an unknown field', { mesage: 'x' }, 400, 'invalid_parameters'],
	])('answers an error for %s', async (_what, change, status, code) => {
		const body = { instanceId, to: '4915112345678', message: 'Hello', ...change };
		const answer = await gateway.post('/v1/messages/send', body);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
	});

	it('sends a text of 4,096 characters unchanged', async () => {
		const text = '🙂'.repeat(4096);
		await sendText(gateway, instanceId, '4915112345678', text);
		const { event } = await receiver.find(
			'message.sent',
			(request) => request.at('event') === 'message.sent',
		);
		expect(at(event, 'data.content')).toBe(text);
	});

	it('answers 409 while the instance is disconnected', async () => {
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: '4915112345678',
			message: 'Hello',
		});
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
	});

	it('returns the record of a received message', async () => {
		const received = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
		const messageId = received.text('data.messageId');
		const answer = await gateway.get(`/v1/messages/${messageId}/status`);
		expect(answer.at('data')).toMatchObject({ messageId, chatId: '4915112345678@s.whatsapp.net', to: null });
	});

	it('lets no message fail that was delivered', async () => {
		const sent = await gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hi' });
		const messageId = sent.text('messageId');
		await until('the message to be read', async () => {
			const answer = await gateway.get(`/v1/messages/${messageId}/status`);
			return answer.at('data.status') === 'read';
		});
		const path = `/simulator/v1/instances/${instanceId}/messages/${messageId}/receipts`;
		const answer = await gateway.post(path, { status: 'failed' });
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain('read');
	});

	it('answers 404 for the status of an unknown message', async () => {
		const answer = await gateway.get('/v1/messages/msg_00000000000000000000000000/status');
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'message_not_found']);
	});
});

describe('a received message', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'], instanceId });
	});
	afterEach(() => receiver.close());

	const receiveMessage = (body: Record<string, unknown>) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, body);

	it('is published with the specified fields', async () => {
		const answer = await receiveMessage({ from: '4915112345678', contactName: 'Ada', content: 'Hello' });
		expect(answer.status).toBe(201);
		const [request] = await receiver.count(1);
		expect(request?.event).toEqual({
			event: 'message.received',
			timestamp: expect.stringMatching(/Z$/),
			eventId: expect.stringMatching(/^evt_/),
			data: {
				messageId: answer.at('data.messageId'),
				instanceId,
				chatId: '4915112345678@s.whatsapp.net',
				from: '4915112345678',
				senderId: '4915112345678@s.whatsapp.net',
				type: 'text',
				content: 'Hello',
				timestamp: expect.stringMatching(/Z$/),
				contactName: 'Ada',
				isGroup: false,
			},
		});
	});

	it('belongs to a group when its chat id is one of a group', async () => {
		await receiveMessage({ from: '4915112345678', chatId: '120363041234567890@g.us', content: 'Hello all' });
		const [request] = await receiver.count(1);
		expect(request?.at('data')).toMatchObject({ chatId: '120363041234567890@g.us', isGroup: true });
	});

	it('counts in the statistics of the instance', async () => {
		await receiveMessage({ from: '4915112345678', content: 'One' });
		await receiveMessage({ from: '4915112345678', content: 'Two' });
		await receiveMessage({ from: '4915187654321', content: 'Three' });
		const status = await gateway.get(`/v1/instances/${instanceId}/status`);
		expect(status.at('data.stats')).toEqual({
			messagesSent: 0,
			messagesReceived: 3,
			activeChats: 2,
			unreadMessages: 3,
		});
	});
});
