import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
/** Earlier texts that are kept. */
const MAX_EDITS = 100;

let whatsApp: WhatsApp;
let gateway: WhatsAppTestGateway;
let receiver: Receiver;

beforeAll(async () => {
	whatsApp = await startWhatsApp();
	gateway = await startWhatsAppTestGateway(whatsApp);
	receiver = await startReceiver();
	await gateway.client.post('/v1/webhooks', {
		url: receiver.url,
		events: ['message.received', 'message.edited'],
	});
	await gateway.linked(ACCOUNT);
});
afterAll(async () => {
	await gateway.close();
	await receiver.close();
	await whatsApp.close();
});

it('a message that is edited again and again keeps its first text and the last ones', async () => {
	const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Text 0' });
	const received = await receiver.find('the message', ({ at }) => at('data.content') === 'Text 0');
	const last = MAX_EDITS + 20;
	for (let count = 1; count <= last; count += 1) {
		await whatsApp.send(ADA, ACCOUNT, { edit: { id, text: `Text ${count}` } });
		// With very many waiting edits, the last ones are recorded first, and those before them not at all.
		if (count % 20 === 0) await receiver.find('an edit', ({ at }) => at('data.content') === `Text ${count}`);
	}
	const message = await gateway.client.get(`/v1/messages/${String(received.at('data.messageId'))}`);
	expect(message.at('data.content')).toBe(`Text ${last}`);
	const edits = (message.at('data.edits') as { content: string }[]).map(({ content }) => content);
	expect(edits).toHaveLength(MAX_EDITS);
	expect([edits[0], edits[1], edits.at(-1)]).toEqual(['Text 0', 'Text 21', `Text ${last - 1}`]);
});
