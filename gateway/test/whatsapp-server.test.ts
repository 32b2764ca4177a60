import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBareClient, type BareClient } from './support/bare-client.ts';
import { temporaryFolder } from './support/data-folder.ts';
import { at, textAt } from './support/json.ts';
import { until } from './support/until.ts';
import { startWhatsApp, type WhatsApp } from './support/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const ADA_JID = `${ADA}@s.whatsapp.net`;

describe('the stand-in for WhatsApp, with Baileys as its client', () => {
	let whatsApp: WhatsApp;
	let sessions: Awaited<ReturnType<typeof temporaryFolder>>;
	let client: BareClient;
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		sessions = await temporaryFolder();
		client = startBareClient(whatsApp, sessions.folder);
	});
	afterAll(async () => {
		await client.kill();
		await whatsApp.close();
		await sessions.remove();
	});

	/** The first event that fits, when it has happened. */
	const told = (event: string, path: string, value: unknown) =>
		until(`${event} with ${path} = ${String(value)}`, () =>
			client.events.find((one) => one.event === event && at(one.what, path) === value),
		);
	const upserted = (text: string) => told('messages.upsert', 'messages.0.message.conversation', text);
	const sendText = async (jid: string, text: string) =>
		textAt(await client.call('sendMessage', jid, { text }), 'key.id');

	it('is paired by a QR code, asks for a restart, and lets the client in', async () => {
		const qr = await until('a QR code', () => client.events.find(({ what }) => 'qr' in what)?.what.qr);
		expect(await whatsApp.scan(ACCOUNT, String(qr), { name: 'Shop' })).toEqual({ linked: true, device: 1 });
		await told('connection', 'code', 515);
		await told('connection', 'connection', 'open');
		const { accounts } = await whatsApp.stats();
		expect(accounts).toMatchObject([{ phone: ACCOUNT, device: 1, connected: true, active: true }]);
		expect(accounts[0]?.preKeys).toBeGreaterThan(800);
	});

	it('takes a text to a phone, which tells that it was read', async () => {
		const id = await sendText(ADA_JID, 'Hello Ada');
		await told('ack', 'id', id);
		const [message] = await until('the message', async () => {
			const messages = await whatsApp.received(ADA);
			return messages.length > 0 && messages;
		});
		expect(message).toMatchObject({ from: ACCOUNT, id, type: 'text', text: 'Hello Ada', sealed: 'pkmsg' });
		const update = await told('messages.update', '0.update.status', 4);
		expect(at(update.what, '0.key.id')).toBe(id);
	});

	it('takes a text of a phone to the client, whose receipt it keeps', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Hello shop' });
		const { what } = await upserted('Hello shop');
		expect(at(what, 'messages.0.key')).toMatchObject({ id, remoteJidAlt: ADA_JID });
		expect(at(what, 'messages.0.pushName')).toBe('Person 2222');
		await until('the receipt', async () =>
			(await whatsApp.log(ACCOUNT)).receipts.some(({ ids }) => ids.includes(id)),
		);
	});

	it('finds nothing wrong with what the client did', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
