import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { JPEG } from '../../../support/sample-files.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
/** More than the messages with files of one sender that wait for a download at the same time. */
const REACTIONS = 550;

describe('a flood of reactions to the messages of somebody else', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let clock: ManualClock;
	let group: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		clock = createManualClock(Date.now());
		gateway = await startWhatsAppTestGateway(whatsApp, {}, clock);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await gateway.linked(ACCOUNT);
		group = await whatsApp.group({ by: ADA, subject: 'Book club', members: [ACCOUNT, BOB] });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const picture = (caption: string) => ({
		file: { type: 'image' as const, mimeType: 'image/jpeg', base64: JPEG.toString('base64'), caption },
	});
	const received = () =>
		receiver.requests.map(({ at }) => [at('data.content'), at('data.mediaError.code') ?? null]);

	it('costs that person neither a file nor the order of the messages', async () => {
		await whatsApp.mediaRule({ downloads: 503 });
		const id = await whatsApp.send(BOB, group, picture('First'));
		await until('the failed download', async () => (await whatsApp.mediaRequests()).requests.length > 0);
		const reaction = { id, chat: group, fromMe: false, emoji: '🎉', author: BOB };
		for (let count = 0; count < REACTIONS; count += 1) await whatsApp.send(ADA, group, { reaction });
		await whatsApp.send(BOB, group, picture('Second'));
		await whatsApp.send(BOB, group, { text: 'Third' });
		// After those of the group, which arrived before it.
		await whatsApp.send(ADA, ACCOUNT, { text: 'Meanwhile' });
		await receiver.find('the text', ({ at }) => at('data.content') === 'Meanwhile');
		await whatsApp.mediaRule({});
		await until('all messages', () => {
			clock.advance(1000);
			return receiver.requests.length === 4;
		});
		expect(received()).toEqual([
			['Meanwhile', null],
			['First', null],
			['Second', null],
			['Third', null],
		]);
	});
});
