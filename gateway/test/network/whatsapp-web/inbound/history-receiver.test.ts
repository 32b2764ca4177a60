import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../../support/json.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';
const GROUP = '120363000000000001@g.us';
const AT = 1_700_000_000;

const POLL = { question: 'Lunch?', options: ['Pizza', 'Pasta'] };

describe('history sync by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let chats: unknown[];
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		const { client } = gateway;
		const id = (await client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		instanceId = id;
		const shown = await client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '', {
			history: [
				{
					phone: ADA,
					name: 'Ada',
					// Newest first, so that the last message has no name.
					messages: [
						{ text: 'Hello Ada', at: AT, fromMe: true },
						{ text: 'Hello you', at: AT + 60 },
					],
				},
				{
					phone: BOB,
					group: GROUP,
					name: 'The chess club',
					messages: [
						{ text: 'Who plays?', at: AT + 120 },
						{ text: 'I do', at: AT + 180, fromMe: true },
					],
				},
				{
					phone: EVE,
					name: 'Eve',
					messages: [
						{ id: '3AFIRST', text: 'Where?', at: AT, fromMe: true },
						{ what: { location: { latitude: 48.2, longitude: 16.4, name: 'Here' } }, at: AT + 1 },
						{ id: '3APOLL', what: { poll: POLL }, at: AT + 2 },
						{ what: { text: 'I come', quoted: { id: '3AFIRST', from: ACCOUNT } }, at: AT + 3 },
						{ id: '3AEDITED', what: { edit: { id: '3AEDITED', text: 'At seven' } }, at: AT + 4 },
						{ what: { reaction: { id: '3AFIRST', chat: '', fromMe: false, emoji: '👍' } }, at: AT + 5 },
					],
				},
			],
		});
		await gateway.has(id, 'connected');
		chats = await until('all chats', async () => {
			const page = await client.get(`/v1/messages/chats?instanceId=${id}`);
			const list = page.at('data') as unknown[];
			return list.length === 3 && list;
		});
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const chat = (id: string) => chats.find((one) => at(one, 'chatId') === id);

	it('names of people are kept when later messages carry none', () => {
		expect(chat(`${ADA}@s.whatsapp.net`)).toMatchObject({ contactName: 'Ada', phone: ADA });
	});

	it('subjects are names of groups', () => {
		expect(chat(GROUP)).toMatchObject({ contactName: 'The chess club', phone: null });
	});

	it('messages keep their kinds, the message they reply to, and the last text', async () => {
		const query = `/v1/messages?instanceId=${instanceId}&phone=${EVE}`;
		const page = await until('the messages', async () => {
			const answer = await gateway.client.get(query);
			return (answer.at('data') as unknown[]).length === 5 && answer;
		});
		const first = String(at(page.at('data.4'), 'messageId'));
		expect(page.at('data')).toMatchObject([
			{ content: 'At seven', type: 'text' },
			{ content: 'I come', quotedMessageId: first },
			{ type: 'poll', poll: POLL, content: 'Poll: Lunch? Pizza / Pasta' },
			{ type: 'location', location: { latitude: 48.2, name: 'Here' } },
			{ content: 'Where?', direction: 'outbound' },
		]);
	});
});
