import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	arrived,
	failedWith,
	status,
	statuses,
	webhook,
	written,
} from '../../../cloud-api-server/payloads.ts';
import { SAMPLE_MESSAGES } from '../../../cloud-api-server/sample-messages.ts';
import { NUMBER } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/cloud-api.ts';
import { sendText, startTestGateway, statusOf, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { mediaOf, reached } from '../../../support/media.ts';
import {
	APP_SECRET,
	officialInstance,
	subscribe,
	VERIFY_TOKEN,
	whatsAppSettings,
} from '../../../support/official.ts';
import { startReceiver, type Receiver } from '../../../support/receiver.ts';
import { PDF, PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

const PHONE = '16505551234';
const CHAT = `${PHONE}@s.whatsapp.net`;

let meta: CloudApi;
let gateway: TestGateway;
let receiver: Receiver;
let instanceId: string;

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});
beforeEach(async () => {
	receiver = await startReceiver();
	instanceId = await officialInstance(gateway, { webhookUrl: receiver.url });
	await subscribe(meta, gateway.url, instanceId);
});
afterEach(async () => {
	await gateway.delete(`/v1/instances/${instanceId}`);
	await receiver.close();
});

const hookOf = (id: string) => `${gateway.url}/hooks/cloud-api/${id}`;
const events = (kind: string) => receiver.requests.filter((one) => one.at('event') === kind);
const history = async () =>
	(await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`)).at('data') as {
		messageId: string;
	}[];
/** Resolves with the messages of the instance once there are `count`. */
const recorded = (count: number) =>
	until(`${count} messages`, async () => {
		const messages = await history();
		return messages.length === count && messages;
	});
/** Sends a text; returns its id and its wamid. */
const sent = async (): Promise<{ id: string; wamid: string }> => {
	const id = await sendText(gateway, instanceId, PHONE);
	await reached(gateway, id, 'sent');
	return { id, wamid: (await meta.requests('messages')).at(-1)?.wamid ?? '' };
};
let counter = 0;
const wamid = (): string => `wamid.in${(counter += 1)}`;

describe('webhook verification of the Cloud API', () => {
	const ask = (id: string, token: string) =>
		fetch(`${hookOf(id)}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);

	it('echoes the challenge for the right verify token', async () => {
		const answer = await ask(instanceId, VERIFY_TOKEN);
		expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
		expect(answer.headers.get('content-type')).toContain('text/plain');
	});

	it.each(['another-verify-token', ''])('rejects the verify token "%s"', async (token) => {
		const answer = await ask(instanceId, token);
		expect([answer.status, at(await answer.json(), 'error.code')]).toEqual([403, 'insufficient_permissions']);
	});

	it('answers 404 for an unknown instance', async () => {
		expect((await ask('inst_0', VERIFY_TOKEN)).status).toBe(404);
	});
});

describe('webhook signature of the Cloud API', () => {
	const payload = () => webhook(arrived([written(wamid(), 'text', { body: 'Hello' })]));

	it.each([
		['a missing signature', null],
		['a signature with another secret', `sha256=${createHmac('sha256', 'x').update('{}').digest('hex')}`],
		['a signature of another length', 'sha256=00'],
		['a text as the signature', 'genuine'],
	])('rejects %s and records nothing', async (_what, signature) => {
		const answer = await meta.notify(payload(), signature);
		expect(answer.status).toBe(401);
		expect(await history()).toEqual([]);
	});

	it('is computed over the raw bytes, also when characters are escaped', async () => {
		const answer = await meta.notify(webhook(arrived([written(wamid(), 'text', { body: 'Grüße 👋' })])));
		expect(answer.status).toBe(200);
		expect((await history())[0]).toMatchObject({ content: 'Grüße 👋' });
	});

	it('is required for an empty body too', async () => {
		expect((await fetch(hookOf(instanceId), { method: 'POST' })).status).toBe(401);
	});

	it('does not make invalid JSON acceptable', async () => {
		const bytes = '{"object":';
		const signature = `sha256=${createHmac('sha256', APP_SECRET).update(bytes).digest('hex')}`;
		const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
		const answer = await fetch(hookOf(instanceId), { method: 'POST', headers, body: bytes });
		expect(answer.status).toBe(400);
	});
});

describe('messages received through the Cloud API', () => {
	it('are recorded before the webhook is answered and published with the name of the sender', async () => {
		const message = written(wamid(), 'text', { body: 'Hello' });
		expect((await meta.notify(webhook(arrived([message], { [PHONE]: 'Grace' })))).status).toBe(200);
		const [stored] = await history();
		expect(stored).toMatchObject({ direction: 'inbound', type: 'text', content: 'Hello', from: PHONE });
		const event = await receiver.find('message.received', (one) => one.at('event') === 'message.received');
		expect(event.at('data')).toEqual({
			messageId: stored?.messageId,
			instanceId,
			chatId: CHAT,
			from: PHONE,
			senderId: CHAT,
			type: 'text',
			content: 'Hello',
			timestamp: '2026-01-31T12:00:00.000Z',
			contactName: 'Grace',
			isGroup: false,
		});
	});

	it.each(SAMPLE_MESSAGES)('are mapped to text: $what', async ({ type, content, more, text }) => {
		expect((await meta.notify(webhook(arrived([written(wamid(), type, content, more)])))).status).toBe(200);
		const expected = type === 'unsupported' ? 'unsupported' : 'text';
		expect((await history())[0]).toMatchObject({ type: expected, content: text });
	});

	it.each([
		['image', 'image/png', PNG, { caption: 'Look' }, 'image', 'Look'],
		['video', 'video/mp4', Buffer.from('ftypisom and so on'), {}, 'video', '[video]'],
		['sticker', 'image/webp', PNG, { animated: false }, 'image', '[sticker]'],
		['audio', 'audio/ogg; codecs=opus', Buffer.from('OggS and so on'), { voice: true }, 'audio', '[audio]'],
		['document', 'application/pdf', PDF, { filename: 'invoice.pdf' }, 'document', 'invoice.pdf'],
	])('are recorded with their file: %s', async (type, mimeType, bytes, more, expected, content) => {
		const id = await meta.media(mimeType, bytes);
		const part = { id, mime_type: mimeType, sha256: 'x', ...more };
		expect((await meta.notify(webhook(arrived([written(wamid(), type, part)])))).status).toBe(200);
		const [stored] = await recorded(1);
		expect(stored).toMatchObject({ type: expected, content });
		const file = await mediaOf(gateway, stored?.messageId ?? '');
		expect([file.status, file.headers.get('content-type')]).toEqual([200, mimeType.split(';')[0]]);
		expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
	});

	it('are recorded without a file that Meta no longer has', async () => {
		const part = { id: '4711', mime_type: 'image/png', sha256: 'x', caption: 'Look' };
		expect((await meta.notify(webhook(arrived([written(wamid(), 'image', part)])))).status).toBe(200);
		const [stored] = await recorded(1);
		expect(stored).toMatchObject({ type: 'image', content: 'Look' });
		expect((await mediaOf(gateway, stored?.messageId ?? '')).status).toBe(404);
	});

	it('are recorded once, and their file downloaded once, however often Meta repeats the webhook', async () => {
		const id = await meta.media('image/png', PNG);
		const payload = webhook(
			arrived([written(wamid(), 'image', { id, mime_type: 'image/png', sha256: 'x' })]),
		);
		for (let time = 0; time < 3; time += 1) expect((await meta.notify(payload)).status).toBe(200);
		await recorded(1);
		expect((await meta.notify(payload)).status).toBe(200);
		await receiver.find('message.received', (one) => one.at('event') === 'message.received');
		expect(events('message.received')).toHaveLength(1);
		const fetched = (await meta.requests('download')).filter(({ path }) => path.endsWith(id));
		expect(fetched).toHaveLength(1);
	});

	it('are recorded from every entry, change and item of a webhook', async () => {
		const value = () =>
			arrived([written(wamid(), 'text', { body: 'a' }), written(wamid(), 'text', { body: 'b' })]);
		const entry = { id: '1', changes: [value(), value()].map((one) => ({ field: 'messages', value: one })) };
		const other = { id: '1', changes: [{ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } }] };
		const payload = {
			object: 'whatsapp_business_account',
			entry: [entry, other, entry, { ...entry, changes: [{ field: 'messages', value: value() }] }],
		};
		expect((await meta.notify(payload)).status).toBe(200);
		expect(await history()).toHaveLength(6);
	});

	it('to another number are ignored with a log entry', async () => {
		const value = arrived([written(wamid(), 'text', { body: 'Hello' })]);
		const other = { ...value, metadata: { display_phone_number: '1', phone_number_id: '4711' } };
		expect((await meta.notify(webhook(other))).status).toBe(200);
		expect(await history()).toEqual([]);
		expect(gateway.logged.some((line) => line.includes('"strangers":["4711"]'))).toBe(true);
	});

	it('may come with megabytes of other data', async () => {
		const padding = { ...arrived([]), messages: [], padding: 'x'.repeat(2_500_000) };
		const value = arrived([written(wamid(), 'text', { body: 'Hello' })]);
		expect((await meta.notify(webhook(padding, value))).status).toBe(200);
		expect(await history()).toHaveLength(1);
	});

	it('are stored without characters that a database cannot hold', async () => {
		const message = written(wamid(), 'text', { body: 'a\0b\ud800c' });
		expect((await meta.notify(webhook(arrived([message])))).status).toBe(200);
		expect((await history())[0]).toMatchObject({ content: 'a\ufffdb\ufffdc' });
	});
});

describe('statuses received through the Cloud API', () => {
	it('are published step by step', async () => {
		const { id, wamid: known } = await sent();
		for (const name of ['sent', 'delivered', 'read']) {
			expect((await meta.notify(webhook(statuses(status(known, name))))).status).toBe(200);
		}
		expect(await statusOf(gateway, id)).toMatchObject({ status: 'read' });
		await receiver.find('message.read', (one) => one.at('event') === 'message.read');
		expect(receiver.requests.map((one) => one.at('event')).slice(1)).toEqual([
			'message.sent',
			'message.delivered',
			'message.read',
		]);
	});

	it('are completed when Meta skips one, and published once and in order', async () => {
		const { id, wamid: known } = await sent();
		const steps = [status(known, 'read'), status(known, 'delivered'), status(known, 'read')];
		expect((await meta.notify(webhook(statuses(...steps)))).status).toBe(200);
		await reached(gateway, id, 'read');
		await receiver.find('message.read', (one) => one.at('event') === 'message.read');
		expect(events('message.delivered')).toHaveLength(1);
		expect(events('message.read')).toHaveLength(1);
	});

	it("report a failure with our code and Meta's message", async () => {
		const { id, wamid: known } = await sent();
		const failed = status(known, 'failed', failedWith(131047, 'Re-engagement message'));
		expect((await meta.notify(webhook(statuses(failed)))).status).toBe(200);
		const record = await reached(gateway, id, 'failed');
		expect(at(record, 'error.code')).toBe('reengagement_window_closed');
		expect(at(record, 'error.message')).toContain('Re-engagement message');
	});

	it('are recorded when they arrive before the response to the send request', async () => {
		await meta.hold();
		const before = (await meta.requests('messages')).length;
		const id = await sendText(gateway, instanceId, PHONE);
		const request = await until('the message at Meta', async () => (await meta.requests('messages'))[before]);
		const notified = meta.notify(webhook(statuses(status(request.wamid ?? '', 'delivered'))));
		await meta.letGo();
		expect((await notified).status).toBe(200);
		await reached(gateway, id, 'delivered');
		await meta.notify(webhook(statuses(status(request.wamid ?? '', 'read'))));
		await reached(gateway, id, 'read');
	});

	it('are answered with 503 while the message they may belong to is unanswered', async () => {
		await meta.hold();
		const before = (await meta.requests('messages')).length;
		const id = await sendText(gateway, instanceId, PHONE);
		const request = await until('the message at Meta', async () => (await meta.requests('messages'))[before]);
		const payload = webhook(statuses(status(request.wamid ?? '', 'delivered')));
		expect((await meta.notify(payload)).status).toBe(503);
		await meta.letGo();
		await reached(gateway, id, 'sent');
		expect((await meta.notify(payload)).status).toBe(200);
		await reached(gateway, id, 'delivered');
	});

	it('of messages sent by another program are ignored', async () => {
		expect((await meta.notify(webhook(statuses(status('wamid.of-another-program', 'read'))))).status).toBe(
			200,
		);
	});
});

describe('chats through the Cloud API', () => {
	const act = (what: string) => gateway.post(`/v1/messages/chats/${CHAT}/${what}`, { instanceId });

	it.each([
		['read', {}],
		['typing', { typing_indicator: { type: 'text' } }],
	])('send Meta the state %s', async (what, more) => {
		const last = wamid();
		await meta.notify(
			webhook(arrived([written(wamid(), 'text', { body: 'One' }), written(last, 'text', { body: 'Two' })])),
		);
		expect((await act(what)).status).toBe(200);
		const request = (await meta.requests('messages')).at(-1);
		expect([request?.violation, request?.body]).toEqual([
			null,
			{ messaging_product: 'whatsapp', status: 'read', message_id: last, ...more },
		]);
	});

	it('are marked as read automatically when the instance is set to', async () => {
		await gateway.request(`/v1/instances/${instanceId}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ settings: { autoRead: true } }),
		});
		const id = wamid();
		await meta.notify(webhook(arrived([written(id, 'text', { body: 'Hello' })])));
		await until('the read mark at Meta', async () =>
			(await meta.requests('messages')).some(({ body }) => at(body, 'message_id') === id),
		);
	});

	it('are marked as read even when Meta finds the message too old', async () => {
		await meta.notify(webhook(arrived([written(wamid(), 'text', { body: 'One' })])));
		await meta.fail({ on: 'messages', times: 1, status: 400, code: 131009 });
		expect((await act('read')).status).toBe(200);
	});

	it('send a reply with the wamid of the quoted message', async () => {
		const id = wamid();
		await meta.notify(webhook(arrived([written(id, 'text', { body: 'One' })])));
		const [stored] = await history();
		const reply = await sendText(gateway, instanceId, PHONE, 'Yes', { quotedMessageId: stored?.messageId });
		await reached(gateway, reply, 'sent');
		expect(at((await meta.requests('messages')).at(-1)?.body, 'context.message_id')).toBe(id);
	});
});

describe('webhook of an instance', () => {
	it('answers 503 for a disconnected instance', async () => {
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		const answer = await meta.notify(webhook(arrived([written(wamid(), 'text', { body: 'Hello' })])));
		expect(answer.status).toBe(503);
	});

	it('accepts statuses of earlier messages after a restart', async () => {
		const own = await startTestGateway({ environment: whatsAppSettings(meta) });
		const id = await officialInstance(own);
		const messageId = await sendText(own, id, PHONE);
		await reached(own, messageId, 'sent');
		const known = (await meta.requests('messages')).at(-1)?.wamid ?? '';
		const again = await own.restart();
		await until(
			'the connection',
			async () => (await again.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
		await subscribe(meta, again.url, id);
		expect((await meta.notify(webhook(statuses(status(known, 'delivered'))))).status).toBe(200);
		await reached(again, messageId, 'delivered');
		await again.close();
	});

	it('finds a message by the wamid of an earlier status, also after a restart', async () => {
		const own = await startTestGateway({ environment: whatsAppSettings(meta) });
		const id = await officialInstance(own);
		await subscribe(meta, own.url, id);
		const before = (await meta.requests('messages')).length;
		await meta.hold();
		const messageId = await sendText(own, id, PHONE);
		const request = await until('the message at Meta', async () => (await meta.requests('messages'))[before]);
		const known = request.wamid ?? '';
		// Before the response to the send request: the status may be recorded first.
		const notified = meta.notify(webhook(statuses(status(known, 'delivered'))));
		await meta.letGo();
		expect((await notified).status).toBe(200);
		await reached(own, messageId, 'delivered');
		const again = await own.restart();
		await until(
			'the connection',
			async () => (await again.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
		await subscribe(meta, again.url, id);
		expect((await meta.notify(webhook(statuses(status(known, 'read'))))).status).toBe(200);
		await reached(again, messageId, 'read');
		await again.close();
	});

	it('answers 404 on the simulated network', async () => {
		const simulated = await startTestGateway();
		const answer = await simulated.get(`/hooks/cloud-api/${NUMBER}`);
		expect(answer.status).toBe(404);
		await simulated.close();
	});
});
