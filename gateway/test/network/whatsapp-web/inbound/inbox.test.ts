import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { JPEG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';

describe('messages decrypted and not recorded before a stop', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = (content: string) => receiver.find(content, ({ at }) => at('data.content') === content);

	for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
		it(`are recorded after the restart, though WhatsApp redelivers them first: ${signal}`, async () => {
			// Its download fails, so the message is decrypted and waits, while a later text of another sender is
			// recorded.
			await whatsApp.mediaRule({ downloads: 503 });
			const file = {
				type: 'image' as const,
				mimeType: 'image/jpeg',
				base64: Buffer.from(JPEG).toString('base64'),
			};
			await whatsApp.send(ADA, ACCOUNT, { file: { ...file, caption: `A picture, ${signal}` } });
			await whatsApp.send(BOB, ACCOUNT, { text: `A text, ${signal}` });
			await arrived(`A text, ${signal}`);
			await whatsApp.mediaRule({});
			await whatsApp.queryRules({ query: 'encrypt digest', times: 1, delay: 1500 });
			await gateway.restart(signal);
			await arrived(`A picture, ${signal}`);
			await until('it to be acknowledged', async () => (await whatsApp.stats()).accounts[0]?.pending === 0);
			expect((await whatsApp.log()).violations).toEqual([]);
		});
	}

	it('are recorded as they are although the process is killed three times before WhatsApp can be reached', async () => {
		await whatsApp.mediaRule({ downloads: 503 });
		const file = {
			type: 'image' as const,
			mimeType: 'image/jpeg',
			base64: Buffer.from(JPEG).toString('base64'),
		};
		await whatsApp.send(ADA, ACCOUNT, { file: { ...file, caption: 'A picture, waiting' } });
		await whatsApp.send(ADA, ACCOUNT, { text: 'A text behind it' });
		await whatsApp.send(BOB, ACCOUNT, { text: 'A later text' });
		await arrived('A later text');
		await whatsApp.mediaRule({});
		await whatsApp.settings({ offline: true });
		await whatsApp.end(ACCOUNT, 'drop');
		for (let kills = 0; kills < 3; kills += 1) {
			const { refused } = await whatsApp.stats();
			await gateway.restart('SIGKILL');
			await until('a connection to be tried', async () => (await whatsApp.stats()).refused > refused);
		}
		await whatsApp.settings({ offline: false });
		await gateway.restart('SIGKILL');
		const picture = await arrived('A picture, waiting');
		expect([picture.at('data.type'), picture.at('data.mediaError')]).toEqual(['image', undefined]);
		expect((await arrived('A text behind it')).at('data.type')).toBe('text');
	});
});
