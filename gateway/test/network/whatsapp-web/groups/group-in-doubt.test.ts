import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const IN_DOUBT =
	'WhatsApp did not confirm the group, and may have created it. Look for it with GET /v1/groups before you send the request again.';

describe('a group whose creation fails', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const create = (name: string) =>
		gateway.client.post('/v1/groups', {
			instanceId,
			name,
			participants: [ADA],
			description: 'On Sunday',
		});
	const groups = async (): Promise<unknown> =>
		(await gateway.client.get(`/v1/groups?instanceId=${instanceId}`)).at('data');

	it('may exist where WhatsApp does not answer what follows: the response says to look for it', async () => {
		await whatsApp.queryRules({ query: 'w:g2 description', error: 500, times: 1 });
		const failed = await create('Choir');
		expect([failed.status, failed.at('error.message')]).toEqual([503, IN_DOUBT]);
		expect(await groups()).toMatchObject([{ name: 'Choir' }]);
	});

	it('does not exist where WhatsApp refuses it: the request can be sent again', async () => {
		await whatsApp.queryRules({ query: 'w:g2 create', error: 429, times: 1 });
		const refused = await create('Band');
		expect([refused.status, refused.at('error.message')]).toEqual([
			503,
			'WhatsApp could not create the group at the moment. Send the request again in a few seconds.',
		]);
		expect((await create('Band')).status).toBe(201);
	});
});
