import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
/** Meta AI. */
const ASSISTANT = '867051314767696@bot';

describe('a chat of the account with an assistant of WhatsApp', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		const events = ['message.received', 'message.echo'];
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events });
		await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	it('is in no chat of the gateway, neither what the owner writes nor the answers', async () => {
		const question = await whatsApp.send(ACCOUNT, ADA, {
			text: 'A question',
			copyAttrs: { recipient: ASSISTANT, peer_recipient_pn: null, peer_recipient_lid: null },
		});
		const reply = await whatsApp.send(ADA, ACCOUNT, { text: 'An answer', attrs: { from: ASSISTANT } });
		await whatsApp.send(ADA, ACCOUNT, { text: 'From a person' });
		await receiver.find('the person', (one) => one.at('data.content') === 'From a person');
		expect(receiver.requests.map((one) => one.at('data.content'))).toEqual(['From a person']);
		for (const id of [question, reply]) {
			const ack = await until('the acknowledgement', async () =>
				(await whatsApp.log(ACCOUNT)).acks.find((one) => one.id === id),
			);
			expect(ack.error).toBeNull();
		}
	});

	it('is no sender in a group, and none of its answers there is logged as one that is lost', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT] });
		const ids = ['AC00000000000001', 'AC00000000000002'];
		for (const id of ids) {
			const attrs = { from: group, participant: ASSISTANT, id, type: 'text', t: '1790000000' };
			const enc = { tag: 'enc', attrs: { v: '2', type: 'msmsg' }, content: { base64: 'AAAA' } };
			await whatsApp.stanza(ACCOUNT, { tag: 'message', attrs, content: [enc] });
			const ack = await until('the acknowledgement', async () =>
				(await whatsApp.log(ACCOUNT)).acks.find((one) => one.id === id),
			);
			expect(ack.error).toBeNull();
		}
		await whatsApp.send(ADA, group, { text: 'Thanks' });
		await receiver.find('the person', (one) => one.at('data.content') === 'Thanks');
		expect(gateway.client.logged.filter((line) => line.includes('invalid id, chat or sender'))).toEqual([]);
	});
});
