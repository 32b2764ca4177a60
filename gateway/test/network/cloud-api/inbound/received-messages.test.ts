import { describe, expect, it } from '@jest/globals';
import { arrived, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { SAMPLE_MESSAGES } from '../../../cloud-api-server/sample-messages.ts';
import { sendText } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { mediaOf, reached } from '../../../support/media.ts';
import { PDF, PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import {
	gateway,
	instanceId,
	meta,
	receiver,
	useOfficialInstance,
} from '../../../support/official/official-suite.ts';

const PHONE = '16505551234';
const CHAT = `${PHONE}@s.whatsapp.net`;

useOfficialInstance();

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
let counter = 0;
const wamid = (): string => `wamid.in${(counter += 1)}`;

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

	it.each(SAMPLE_MESSAGES)('have a type, a text and details: $what', async (sample) => {
		const { type, content, more, expected } = sample;
		expect((await meta.notify(webhook(arrived([written(wamid(), type, content, more)])))).status).toBe(200);
		expect((await history())[0]).toMatchObject(expected);
		const event = await receiver.find('message.received', (one) => one.at('event') === 'message.received');
		expect(event.at('data')).toMatchObject(expected);
	});

	it.each([
		['image', 'image/png', PNG, { caption: 'Look' }, 'image', 'Look'],
		['video', 'video/mp4', Buffer.from('ftypisom and so on'), {}, 'video', '[video]'],
		['sticker', 'image/webp', PNG, { animated: false }, 'sticker', '[sticker]'],
		['audio', 'audio/mpeg', Buffer.from('ID3 and so on'), { voice: false }, 'audio', '[audio]'],
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

	it.each(['application/pdf \u{1F600}', 'text/plain\r\nx-more: 1', 'a/b/c', ''])(
		'have a file that can be loaded, whatever its type is called: "%s"',
		async (mimeType) => {
			const id = await meta.media('application/pdf', PDF);
			const part = { id, mime_type: mimeType, filename: 'invoice.pdf' };
			expect((await meta.notify(webhook(arrived([written(wamid(), 'document', part)])))).status).toBe(200);
			const [stored] = await recorded(1);
			const file = await mediaOf(gateway, stored?.messageId ?? '');
			expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
			expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
		},
	);

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
		expect(gateway.logged.some((line) => line.includes('"phoneNumberIds":["4711"]'))).toBe(true);
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
