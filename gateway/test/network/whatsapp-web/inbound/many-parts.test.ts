import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('a message of very many empty parts by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const send = (message: proto.IMessage) =>
		whatsApp.send(ADA, ACCOUNT, {
			bytes: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
		});

	it('is recorded as one that cannot be read, and the next one with its text', async () => {
		const contacts = Array.from({ length: 200_000 }, () => ({}));
		await send({ contactsArrayMessage: { displayName: 'Empty', contacts } });
		await send({ conversation: 'After the empty parts' });
		await receiver.find('the text', ({ at }) => at('data.content') === 'After the empty parts');
		const event = await receiver.find('the other one', ({ at }) => at('data.type') !== 'text');
		expect(event.at('data')).toMatchObject({
			type: 'unsupported',
			unsupported: { reason: 'undecryptable' },
		});
	});
});
