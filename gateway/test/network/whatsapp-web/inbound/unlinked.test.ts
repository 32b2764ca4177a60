import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { scannedText } from '../../../support/qr-code.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ADA = '4915122222222';
const OTHER = '4915111111199';

/** A picture whose download takes longer than the connection lasts. */
const PICTURE = {
	type: 'image' as const,
	mimeType: 'image/png',
	base64: Buffer.alloc(200_000, 7).toString('base64'),
};

const STALL_ONCE = { kind: 'stall', at: 0, times: 1 } as const;

describe('messages decrypted and not recorded before the device is unlinked', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	/** An account of each test, so that the devices of other tests get none of its messages. */
	let account: string;
	let accounts = 0;
	let id: string;
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
	});
	beforeEach(async () => {
		accounts += 1;
		account = `491511111110${String(accounts)}`;
		id = await gateway.linked(account);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const contents = () =>
		receiver.requests
			.filter(({ at }) => at('data.instanceId') === id)
			.map(({ at }) => at('data.caption') ?? at('data.content'));
	const arrived = (content: string) => until(content, () => contents().some((one) => one === content));

	/** Sends a picture and texts behind it, which wait for its file. */
	async function receiveBehindPicture(): Promise<void> {
		await whatsApp.send(ADA, account, { file: { ...PICTURE, caption: 'A picture', behavior: STALL_ONCE } });
		for (const text of ['One', 'Two']) await whatsApp.send(ADA, account, { text });
		// Of another sender, so that it waits for nothing: the others are decrypted before it.
		await whatsApp.send('4915133333333', account, { text: 'Done' });
		await arrived('Done');
		expect(contents()).toEqual(['Done']);
	}

	async function linkAgain(phone: string): Promise<void> {
		await gateway.has(id, 'disconnected');
		const shown = await gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await whatsApp.scan(phone, scannedText(shown.text('qrCode')) ?? '');
		await gateway.has(id, 'connected');
	}

	it('are recorded when the account is linked again after a log-out on the phone', async () => {
		await receiveBehindPicture();
		await whatsApp.end(account, 401);
		await linkAgain(account);
		for (const content of ['A picture', 'One', 'Two']) await arrived(content);
	});

	it('are recorded when the account is linked again after it was disconnected', async () => {
		await receiveBehindPicture();
		await gateway.client.post(`/v1/instances/${id}/disconnect`);
		await linkAgain(account);
		for (const content of ['A picture', 'One', 'Two']) await arrived(content);
	});

	it('are not recorded as those of another account that is linked instead', async () => {
		await receiveBehindPicture();
		await whatsApp.end(account, 401);
		await linkAgain(OTHER);
		await whatsApp.send(ADA, OTHER, { text: 'To the other number' });
		await arrived('To the other number');
		expect(contents()).toEqual(['Done', 'To the other number']);
	});
});
