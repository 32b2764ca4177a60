import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBareClient, type BareClient } from '../support/whatsapp/bare-client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';
import { startWhatsApp, type WhatsApp } from '../support/whatsapp/whatsapp.ts';

const SHOP = '4915111111111';
const BANK = '4915133333333';
const ADA = '4915122222222';
const jidOf = (phone: string) => `${phone}@s.whatsapp.net`;
/** Baileys' numbers of message statuses. */
const DELIVERED = 3;
const READ = 4;

describe('WhatsApp stand-in with two clients', () => {
	let whatsApp: WhatsApp;
	const sessions: Awaited<ReturnType<typeof temporaryFolder>>[] = [];
	let shop: BareClient;
	let bank: BareClient;
	const start = async (options?: Parameters<typeof startBareClient>[2]) => {
		const session = await temporaryFolder();
		sessions.push(session);
		return startBareClient(whatsApp, session.folder, options);
	};
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		[shop, bank] = await Promise.all([start(), start()]);
		await Promise.all([shop.pair(SHOP, { name: 'Shop' }), bank.pair(BANK, { name: 'Bank' })]);
	});
	afterAll(async () => {
		await Promise.all([shop.kill(), bank.kill()]);
		await whatsApp.close();
		for (const session of sessions) await session.remove();
	});

	it('delivers messages and receipts between them', async () => {
		const there = await shop.send(jidOf(BANK), { text: 'Good morning' });
		const { key } = await bank.upserted(there);
		await shop.updated(there, DELIVERED);
		await bank.call('readMessages', [key]);
		await shop.updated(there, READ);
		const back = await bank.send(jidOf(SHOP), { text: 'Good evening' });
		await shop.upserted(back);
		await bank.updated(back, DELIVERED);
	});

	it('delivers a group message to phones and clients', async () => {
		const group = await whatsApp.group({ by: SHOP, subject: 'Trade', members: [BANK, ADA] });
		const id = await shop.send(group, { text: 'To everybody' });
		await bank.upserted(id);
		const { received } = await until('Ada to receive it', async () => {
			const messages = await whatsApp.received(ADA);
			return messages.some((one) => one.id === id) && { received: messages };
		});
		expect(received).toMatchObject([{ group, from: SHOP }]);
		const answer = await bank.send(group, { text: 'To everybody, too' });
		await shop.upserted(answer);
	});

	it('delivers the messages of its own phone to a client', async () => {
		const message = await shop.upserted(await whatsApp.send(SHOP, ADA, { text: 'By thumb' }));
		expect(message).toMatchObject({ key: { fromMe: true }, message: { conversation: 'By thumb' } });
		expect([at(message, 'key.remoteJid'), at(message, 'key.remoteJidAlt')]).toContain(jidOf(ADA));
	});

	it('addresses messages by phone number when set to', async () => {
		await whatsApp.settings({ addressing: 'pn' });
		const message = await shop.upserted(await whatsApp.send(ADA, SHOP, { text: 'Old style' }));
		expect(at(message, 'key.remoteJid')).toBe(jidOf(ADA));
		await whatsApp.settings({ addressing: 'lid' });
	});

	it('delivers messages after a phone was reinstalled', async () => {
		await shop.upserted(await whatsApp.send(ADA, SHOP, { text: 'From my old phone' }));
		await whatsApp.reinstall(ADA);
		const id = await shop.send(jidOf(ADA), { text: 'Is it you?' });
		await shop.updated(id, READ);
		await shop.upserted(await whatsApp.send(ADA, SHOP, { text: 'From my new phone' }));
	});

	it('encrypts with the rotated signed prekey of a client', async () => {
		await shop.call('rotateSignedPreKey');
		await shop.upserted(await whatsApp.send('4915144444444', SHOP, { text: 'We have not met' }));
	});

	it('rejects uploads when set to', async () => {
		await whatsApp.mediaRule({ uploads: 500 });
		const sending = shop.send(jidOf(ADA), { document: Buffer.from('a'), mimetype: 'text/plain' });
		await expect(sending).rejects.toThrow('upload failed');
		await whatsApp.mediaRule({});
	});

	it('closes the connection after the last QR code', async () => {
		await whatsApp.settings({ refs: 2 });
		const hasty = await start({ qrTimeout: 50 });
		expect(await hasty.waitForEvent('connection', 'connection', 'close')).toMatchObject({ code: 408 });
		expect(hasty.events.filter(({ what }) => 'qr' in what)).toHaveLength(2);
		await hasty.kill();
	});

	it('is not trusted without its root certificate', async () => {
		const careful = await start({ trusting: false });
		expect(await careful.waitForEvent('connection', 'connection', 'close')).toMatchObject({ code: 400 });
		await careful.kill();
	});

	it('records no violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
