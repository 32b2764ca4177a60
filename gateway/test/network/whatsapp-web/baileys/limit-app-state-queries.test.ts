import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scannedText } from '../../../support/qr-code.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const QUERY = 'w:sync:app:state sync';

describe('app state sync that WhatsApp answers with nothing', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	it('is retried a limited number of times and does not hold up messages', async () => {
		await whatsApp.queryRules({ query: 'w:sync:app:state', empty: true });
		const { client } = gateway;
		const id = (await client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const shown = await client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '', {
			history: [{ phone: ADA, name: 'Ada', messages: [{ text: 'Of old', at: 1_700_000_000 }] }],
		});
		await gateway.has(id, 'connected');
		const queryCount = async () => (await whatsApp.log()).queries[QUERY] ?? 0;
		await until('the first query', async () => (await queryCount()) > 0);
		const contents = async () => {
			const page = await client.get(`/v1/messages?instanceId=${id}`);
			return (page.at('data') as { content: string }[]).map(({ content }) => content);
		};
		for (const text of ['One', 'Two', 'Three']) {
			await whatsApp.send(ADA, ACCOUNT, { text });
			await until(text, async () => (await contents()).includes(text));
		}
		await until('the history', async () => (await contents()).includes('Of old'));
		expect(await queryCount()).toBeLessThan(100);
	});
});
