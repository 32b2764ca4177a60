import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('instance linked by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', {
			url: receiver.url,
			events: [
				'instance.connected',
				'instance.qr_updated',
				'message.received',
				'message.sent',
				'message.read',
			],
		});
		instanceId = await gateway.linked(ACCOUNT, { name: 'Shop' });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	it('is connected as the account of the phone that scanned the code', async () => {
		const { body } = await gateway.client.get(`/v1/instances/${instanceId}/status`);
		expect(body).toMatchObject({ data: { status: 'connected', phone: ACCOUNT, qrCode: null } });
	});

	it('receives a message with the phone number of its sender', async () => {
		const networkId = await whatsApp.send(ADA, ACCOUNT, { text: 'Hello shop' });
		const event = await receiver.find('the message', ({ at }) => at('event') === 'message.received');
		expect(event.at('data')).toMatchObject({
			instanceId,
			chatId: `${ADA}@s.whatsapp.net`,
			from: ADA,
			type: 'text',
			content: 'Hello shop',
			isGroup: false,
		});
		await until('the receipt', async () =>
			(await whatsApp.log(ACCOUNT)).receipts.some(({ ids }) => ids.includes(networkId)),
		);
	});

	it('sends a message, which the phone reads', async () => {
		const messageId = await sendText(gateway.client, instanceId, ADA, 'Hello Ada');
		const event = await receiver.find('message.read', ({ at }) => at('event') === 'message.read');
		expect(event.at('data.messageId')).toBe(messageId);
		expect(await whatsApp.received(ADA)).toMatchObject([{ text: 'Hello Ada', from: ACCOUNT }]);
	});

	it('reconnects after a restart without a new code', async () => {
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		expect(receiver.requests.filter(({ at }) => at('event') === 'instance.qr_updated')).toHaveLength(1);
		await whatsApp.send(ADA, ACCOUNT, { text: 'Still there?' });
		await receiver.find('the message', ({ at }) => at('data.content') === 'Still there?');
	});

	it('logs no key and causes no protocol violation', async () => {
		const { stdout, stderr } = gateway.client.output();
		expect(stdout + stderr).not.toMatch(/privKey|rootKey|chainKey|SessionEntry/);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
