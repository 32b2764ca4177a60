import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const MESSAGES = 600;
/** Of the flood, messages that may be handled while the message of somebody else is received: far fewer than wait. */
const MEANWHILE = 150;

describe('a flood of messages that cannot be decrypted', () => {
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

	/** The number of messages that the gateway has requested again, and so refused as they are. */
	const refused = async (): Promise<number> =>
		(await whatsApp.log(ACCOUNT)).acks.filter(({ error }) => error !== null).length;

	it('does not hold up the messages of others until it is requested again', async () => {
		const bytes = Buffer.from('ffffffffffff', 'hex').toString('base64');
		for (let count = 0; count < MESSAGES; count += 1) await whatsApp.send(ADA, ACCOUNT, { bytes });
		const before = await refused();
		await whatsApp.send(BOB, ACCOUNT, { text: 'Readable' });
		await receiver.find('the text', ({ at }) => at('data.content') === 'Readable');
		expect((await refused()) - before).toBeLessThan(MEANWHILE);
	});
});
