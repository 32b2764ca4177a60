import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../../support/until.ts';
import { startReceiver, type Receiver } from '../../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const SYNC = 'w:sync:app:state sync';
/** More than the messages in progress, of which there are 256, and fewer than may wait until they are requested again. */
const MESSAGES = 300;

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

	/** Has Baileys read a change of a chat that WhatsApp does not return yet: it requests no message again meanwhile. */
	async function holdRequests(): Promise<void> {
		const syncs = async () => (await whatsApp.log(ACCOUNT)).queries[SYNC] ?? 0;
		const before = await syncs();
		await whatsApp.queryRules({ query: SYNC, account: ACCOUNT, times: 1, held: true });
		await whatsApp.changeChat(ACCOUNT, BOB, { archived: true });
		await until('the query', async () => (await syncs()) > before);
	}

	it('does not hold up the messages of others until it is requested again', async () => {
		await holdRequests();
		const bytes = Buffer.from('ffffffffffff', 'hex').toString('base64');
		for (let count = 0; count < MESSAGES; count += 1) await whatsApp.send(ADA, ACCOUNT, { bytes });
		await whatsApp.send(BOB, ACCOUNT, { text: 'Readable' });
		await receiver.find('the text', ({ at }) => at('data.content') === 'Readable');
		expect(await refused()).toBe(0);
		await whatsApp.answerHeld();
		await until('all of the flood to be requested', async () => (await refused()) >= MESSAGES);
	});
});
