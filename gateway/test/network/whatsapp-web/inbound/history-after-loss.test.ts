import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const EVE = '4915144444444';
const AT = 1_700_000_000;

let whatsApp: WhatsApp;
let gateway: WhatsAppTestGateway;
let instanceId: string;

beforeAll(async () => {
	whatsApp = await startWhatsApp();
	gateway = await startWhatsAppTestGateway(whatsApp);
	instanceId = await gateway.linked(ACCOUNT);
	await whatsApp.history(ACCOUNT, [{ phone: ADA, messages: [{ text: 'Long ago', at: AT }] }]);
	await hasChatWith(ADA);
});
afterAll(async () => {
	await gateway.close();
	await whatsApp.close();
});

const hasChatWith = (phone: string) =>
	until(`the chat with ${phone}`, async () => {
		const page = await gateway.client.get(
			`/v1/messages?instanceId=${instanceId}&chatId=${phone}@s.whatsapp.net`,
		);
		return page.status === 200 && (page.at('data') as unknown[]).length > 0;
	});

it('imports a part of the history that is downloaded when the connection is lost', async () => {
	await whatsApp.mediaBehaviors({ kind: 'slow' });
	await whatsApp.history(ACCOUNT, [{ phone: EVE, messages: [{ text: 'Longer ago', at: AT }] }]);
	await until('the download', async () => (await whatsApp.mediaRequests()).open > 0);
	await whatsApp.end(ACCOUNT, 'drop');
	await hasChatWith(EVE);
	expect((await whatsApp.log()).violations).toEqual([]);
});
