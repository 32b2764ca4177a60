import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../../support/json.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const LIST = '1769860800@broadcast';

describe('messages of broadcast lists by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		const events = ['message.received', 'message.deleted'];
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	/** The attributes of a message that a person sent to a list. */
	const byList = (phone: string) => ({ from: LIST, participant: `${phone}@s.whatsapp.net` });
	const received = (content: string) => receiver.find(content, (one) => one.at('data.content') === content);
	const receiptOf = (id: string, type: string) =>
		until(`the receipt ${type}`, async () =>
			(await whatsApp.log(ACCOUNT)).receipts.find((one) => one.ids.includes(id) && one.type === type),
		);

	it('arrive in the chat with their sender, and are acknowledged to the list', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'News for all', attrs: byList(ADA) });
		const chatId = `${ADA}@s.whatsapp.net`;
		const event = await received('News for all');
		expect(event.at('data')).toMatchObject({ chatId, senderId: chatId, from: ADA, isGroup: false });
		expect(await receiptOf(id, 'inactive')).toMatchObject({ to: LIST, participant: chatId });
	});

	it('are read in the name of the list', async () => {
		const id = await whatsApp.send(BOB, ACCOUNT, { text: 'Read me', attrs: byList(BOB) });
		await received('Read me');
		const chatId = `${BOB}@s.whatsapp.net`;
		const read = await gateway.client.post(`/v1/messages/chats/${chatId}/read`, { instanceId });
		expect(read.status).toBe(200);
		expect(await receiptOf(id, 'read')).toMatchObject({ to: LIST, participant: chatId });
	});

	it('are in the same chat where the sender is named by LID', async () => {
		const { lid } = await whatsApp.person(ADA);
		const attrs = { from: LIST, participant: `${lid}@lid`, participant_pn: `${ADA}@s.whatsapp.net` };
		await whatsApp.send(ADA, ACCOUNT, { text: 'By LID', addressing: 'lid', attrs });
		expect((await received('By LID')).at('data.chatId')).toBe(`${ADA}@s.whatsapp.net`);
	});

	it('can be deleted by their sender', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'A mistake', attrs: byList(ADA) });
		const messageId = (await received('A mistake')).at('data.messageId');
		await whatsApp.send(ADA, ACCOUNT, { revoke: { id }, attrs: byList(ADA) });
		const deleted = await receiver.find('the deletion', (one) => one.at('event') === 'message.deleted');
		expect(deleted.at('data.messageId')).toBe(messageId);
	});

	it('are ignored where they are status updates, or the account sent them itself', async () => {
		const others = [
			{ ...byList(ADA), from: 'status@broadcast' },
			byList(ACCOUNT),
			{ from: '120363000000000000@newsletter' },
		];
		for (const attrs of others) await whatsApp.send(ADA, ACCOUNT, { text: 'Not for this chat', attrs });
		await whatsApp.send(ADA, ACCOUNT, { text: 'The last one' });
		await received('The last one');
		const stored = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		const contents = (stored.at('data') as unknown[]).map((message) => at(message, 'content'));
		expect(contents).toContain('The last one');
		expect(contents).not.toContain('Not for this chat');
	});
});
