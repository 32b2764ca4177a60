import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../support/gateway.ts';
import { authorization, mediaOf, reached } from '../../support/media.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { JPEG, PDF, SAMPLES } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const ABSENT = '4915122220000';

describe('messages of an instance linked by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.received', 'message.sent', 'message.delivered', 'message.read', 'message.failed'],
			ordered: true,
		});
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	/** Resolves with the event of this type for a sent message. */
	const eventOf = (kind: string, messageId: string) =>
		receiver.find(
			`${kind} of ${messageId}`,
			({ at }) => at('event') === kind && at('data.messageId') === messageId,
		);
	/** Resolves with the event of a received message, by its content. */
	const arrived = (content: string) =>
		receiver.find(content, ({ at }) => at('event') === 'message.received' && at('data.content') === content);
	/** Resolves with the message that a phone received, by its text. */
	const shown = (by: string, text: string) =>
		until(`${by} to see ${text}`, async () => (await whatsApp.received(by)).find((one) => one.text === text));
	const eventTypesOf = (messageId: string) =>
		receiver.requests.filter(({ at }) => at('data.messageId') === messageId).map(({ at }) => at('event'));

	async function uploaded(name: string, mimeType: string, bytes: Uint8Array): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob([Buffer.from(bytes)], { type: mimeType }), name);
		const response = await fetch(`${gateway.client.url}/v1/media`, {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		return ((await response.json()) as { data: { mediaUrl: string } }).data.mediaUrl;
	}

	for (const type of ['image', 'video', 'audio', 'document'] as const) {
		const sample = SAMPLES.find(({ mediaType }) => mediaType === type);
		if (sample === undefined) throw new Error(`There is no sample of ${type}.`);
		const hash = createHash('sha256').update(sample.bytes).digest('hex');

		it(`receives a file: ${type}`, async () => {
			const caption = type === 'audio' ? {} : { caption: `Take this ${type}` };
			const file = { type, mimeType: sample.mimeType, base64: sample.bytes.toString('base64'), ...caption };
			await whatsApp.send(ADA, ACCOUNT, { file });
			const event = await arrived(type === 'audio' ? '[audio]' : `Take this ${type}`);
			expect(event.at('data.type')).toBe(type);
			const response = await mediaOf(gateway.client, String(event.at('data.messageId')));
			expect(response.headers.get('content-type')).toBe(sample.mimeType);
			const bytes = Buffer.from(await response.arrayBuffer());
			expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
		});

		it(`sends a file: ${type}`, async () => {
			const mediaUrl = await uploaded(sample.name, sample.mimeType, sample.bytes);
			const sent = await gateway.client.post('/v1/messages/send', {
				instanceId,
				to: ADA,
				mediaUrl,
				mediaType: type,
				...(type === 'audio' ? {} : { caption: `Here: ${type}` }),
				...(type === 'document' ? { filename: 'offer.pdf' } : {}),
			});
			await eventOf('message.read', sent.text('messageId'));
			const messages = await whatsApp.received(ADA);
			expect(messages.find(({ file }) => file?.sha256 === hash)).toMatchObject({
				type,
				text: type === 'audio' ? null : `Here: ${type}`,
				file: { filename: type === 'document' ? 'offer.pdf' : null },
			});
		});
	}

	/** Restarts the gateway, whose first media connection query fails. */
	async function reconnectWithoutMediaHost(): Promise<void> {
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		await whatsApp.queryRules({ query: 'w:m', times: 1, error: 503 });
	}

	it('receives a file after the first media connection query failed', async () => {
		await reconnectWithoutMediaHost();
		const file = { type: 'image' as const, mimeType: 'image/jpeg', base64: JPEG.toString('base64') };
		await whatsApp.send(ADA, ACCOUNT, { file: { ...file, caption: 'At second try' } });
		const event = await arrived('At second try');
		const { status } = await mediaOf(gateway.client, String(event.at('data.messageId')));
		expect(status).toBe(200);
	});

	it('sends a file after the first media connection query failed', async () => {
		await reconnectWithoutMediaHost();
		const mediaUrl = await uploaded('photo.jpg', 'image/jpeg', JPEG);
		const request = { instanceId, to: ADA, mediaUrl, mediaType: 'image', caption: 'Also at second try' };
		const sent = await gateway.client.post('/v1/messages/send', request);
		await eventOf('message.sent', sent.text('messageId'));
		await shown(ADA, 'Also at second try');
	});

	for (const uploads of ['cut', 503] as const) {
		it(`retries a failed upload: ${uploads}`, async () => {
			const tries = async () =>
				(await whatsApp.mediaRequests()).requests.filter(({ method }) => method === 'POST').length;
			const before = await tries();
			await whatsApp.mediaRule({ uploads });
			const mediaUrl = await uploaded('photo.jpg', 'image/jpeg', JPEG);
			const caption = `After an upload that failed: ${uploads}`;
			const request = { instanceId, to: ADA, mediaUrl, mediaType: 'image', caption };
			const sent = await gateway.client.post('/v1/messages/send', request);
			await until('the upload', async () => (await tries()) > before);
			await whatsApp.mediaRule({});
			await eventOf('message.sent', sent.text('messageId'));
			await shown(ADA, caption);
		});
	}

	it('quotes received and sent messages', async () => {
		const question = await whatsApp.send(ADA, ACCOUNT, { text: 'Which one?' });
		const quotedMessageId = String((await arrived('Which one?')).at('data.messageId'));
		const answerId = await sendText(gateway.client, instanceId, ADA, 'This one', { quotedMessageId });
		expect(await shown(ADA, 'This one')).toMatchObject({
			quoted: { id: question, text: 'Which one?', from: `${ADA}@s.whatsapp.net` },
		});
		await eventOf('message.sent', answerId);
		await sendText(gateway.client, instanceId, ADA, 'Or that one', { quotedMessageId: answerId });
		expect(await shown(ADA, 'Or that one')).toMatchObject({
			quoted: { text: 'This one', from: `${ACCOUNT}@s.whatsapp.net` },
		});
	});

	it('publishes each status once, in order, even when WhatsApp skips one', async () => {
		await whatsApp.messageRules({ times: 1, receipts: ['played'] });
		const messageId = await sendText(gateway.client, instanceId, ADA, 'Straight to read');
		await eventOf('message.read', messageId);
		expect(eventTypesOf(messageId)).toEqual(['message.sent', 'message.delivered', 'message.read']);
	});

	it('fails a message that WhatsApp rejects and one to an unknown number', async () => {
		await whatsApp.messageRules({ times: 1, ack: 463 });
		const refused = await sendText(gateway.client, instanceId, ADA, 'Too many');
		expect((await eventOf('message.failed', refused)).at('data.error.code')).toBe('rate_limited');
		const lost = await sendText(gateway.client, instanceId, ABSENT, 'Anybody?');
		expect((await eventOf('message.failed', lost)).at('data.error.code')).toBe('recipient_not_found');
		expect(eventTypesOf(lost)).toEqual(['message.failed']);
	});

	it('resends a message from the store after a retry receipt', async () => {
		await whatsApp.messageRules({ times: 1, unreadable: true });
		await sendText(gateway.client, instanceId, ADA, 'Read this twice');
		await shown(ADA, 'Read this twice');
		const mediaUrl = await uploaded('a.jpg', 'image/jpeg', JPEG);
		await whatsApp.messageRules({ times: 1, unreadable: true });
		await gateway.client.post('/v1/messages/send', {
			...{ instanceId, to: ADA, mediaUrl, mediaType: 'image', caption: 'See this twice' },
		});
		expect((await shown(ADA, 'See this twice')).file?.bytes).toBe(JPEG.length);
	});

	it('receives from a sender with a LID and answers', async () => {
		const bob = '4915133333333';
		await whatsApp.send(bob, ACCOUNT, { text: 'Guess who', addressing: 'lid' });
		expect((await arrived('Guess who')).at('data')).toMatchObject({
			from: bob,
			chatId: `${bob}@s.whatsapp.net`,
		});
		const messageId = await sendText(gateway.client, instanceId, bob, 'Bob!');
		await reached(gateway.client, messageId, 'read');
		expect(await shown(bob, 'Bob!')).toMatchObject({ from: ACCOUNT });
	});

	it('publishes a message once that WhatsApp delivers twice', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Only once', id: '3A0000000000000000AA' });
		await arrived('Only once');
		await whatsApp.send(ADA, ACCOUNT, { text: 'Only once', id });
		await whatsApp.send(ADA, ACCOUNT, { text: 'Afterwards' });
		await arrived('Afterwards');
		expect(receiver.requests.filter(({ at }) => at('data.content') === 'Only once')).toHaveLength(1);
	});

	it('marks a chat as read and shows typing', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Did you see this?' });
		const event = await arrived('Did you see this?');
		const chat = `/v1/messages/chats/${encodeURIComponent(String(event.at('data.chatId')))}`;
		expect((await gateway.client.post(`${chat}/typing`, { instanceId })).status).toBe(200);
		expect((await gateway.client.post(`${chat}/read`, { instanceId })).status).toBe(200);
		const { receipts, presences } = await until('the read receipt', async () => {
			const log = await whatsApp.log(ACCOUNT);
			return log.receipts.some(({ ids, type }) => type === 'read' && ids.includes(id)) && log;
		});
		expect(receipts.some(({ type }) => type === 'read')).toBe(true);
		expect(JSON.stringify(presences)).toContain('composing');
	});

	it('stores a file unchanged', async () => {
		const file = {
			type: 'document' as const,
			mimeType: 'application/pdf',
			base64: PDF.toString('base64'),
			filename: 'a.pdf',
		};
		await whatsApp.send(ADA, ACCOUNT, { file });
		const response = await mediaOf(gateway.client, String((await arrived('a.pdf')).at('data.messageId')));
		expect(response.headers.get('content-disposition')).toContain('a.pdf');
		expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
	});

	it('causes no protocol violation and logs no key', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
		const { stdout, stderr } = gateway.client.output();
		expect(stdout + stderr).not.toMatch(/privKey|rootKey|chainKey|SessionEntry/);
	});
});
