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
const GROUP = '120363000000000001@g.us';
const AT = 1_700_000_000;

describe('chat names from the history sync', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let chats: unknown[];

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		const { client } = gateway;
		const id = (await client.post('/v1/instances', { name: 'Shop' })).text('data.id');
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
			],
		});
		await gateway.has(id, 'connected');
		chats = await until('both chats', async () => {
			const page = await client.get(`/v1/messages/chats?instanceId=${id}`);
			const list = page.at('data') as unknown[];
			return list.length === 2 && list;
		});
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const chat = (id: string) => chats.find((one) => at(one, 'chatId') === id);

	it('are kept when later messages carry none', () => {
		expect(chat(`${ADA}@s.whatsapp.net`)).toMatchObject({ contactName: 'Ada', phone: ADA });
	});

	it('are subjects for groups', () => {
		expect(chat(GROUP)).toMatchObject({ contactName: 'The chess club', phone: null });
	});
});
