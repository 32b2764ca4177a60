import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBareClient, type BareClient } from '../support/whatsapp/bare-client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';
import { startWhatsApp, type WhatsApp } from '../support/whatsapp/whatsapp.ts';
import type { Ending } from './endings.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const ADA_JID = `${ADA}@s.whatsapp.net`;
/** Baileys' numbers of message statuses. */
const FAILED = 0;
const READ = 4;
const PLAYED = 5;

describe('WhatsApp stand-in with injected failures', () => {
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

	it('requests a passkey before it links a device when set to', async () => {
		await whatsApp.person(ACCOUNT, { passkey: true });
		expect(await whatsApp.scan(ACCOUNT, await client.qr())).toMatchObject({ linked: false });
		await client.waitForEvent('passkey', 'type', 'passkey_prologue_request');
		await whatsApp.person(ACCOUNT, { passkey: false });
		await client.pair(ACCOUNT);
	});

	it('rejects a used QR code', async () => {
		const scanned = await whatsApp.scan(ACCOUNT, await client.qr());
		expect(scanned).toEqual({ linked: false, reason: 'The QR code is not valid any more.' });
	});

	it('rejects and drops messages, and sends receipts in any order and many at once', async () => {
		await whatsApp.messageRules({ times: 1, ack: 463 }, { times: 1, ack: 'none' }, { receipts: ['read'] });
		const refused = await client.send(ADA_JID, { text: 'Refused' });
		const update = await client.updated(refused, FAILED);
		expect(at(update, 'update.messageStubParameters.0')).toBe('463');
		const dropped = await client.send(ADA_JID, { text: 'Dropped' });
		const read = await client.send(ADA_JID, { text: 'Read' });
		await client.updated(read, READ);
		expect(client.events.some(({ event, what }) => event === 'ack' && what.id === dropped)).toBe(false);
		await whatsApp.receipts({ from: ADA, account: ACCOUNT, ids: [dropped, read], type: 'played' });
		await client.updated(dropped, PLAYED);
		await client.updated(read, PLAYED);
		await whatsApp.messageRules();
	});

	it('rejects queries as configured', async () => {
		await whatsApp.queryRules({ query: 'usync', times: 1, error: 429, text: 'rate-overlimit' });
		await expect(client.call('onWhatsApp', ADA)).rejects.toThrow('rate-overlimit');
		expect(await client.call('onWhatsApp', ADA)).toHaveLength(1);
	});

	it('sends a retry receipt for an unreadable message, and resends its own', async () => {
		await whatsApp.messageRules({ times: 1, unreadable: true });
		const id = await client.send(ADA_JID, { text: 'Unreadable' });
		await until('the message', async () => (await whatsApp.received(ADA)).find((one) => one.id === id));
		const garbled = await whatsApp.send(ADA, ACCOUNT, { text: 'Garbled', garbled: true });
		await client.waitForEvent('messages.upsert', 'messages.0.message.conversation', 'Garbled');
		expect((await whatsApp.log(ACCOUNT)).receipts).toContainEqual(
			expect.objectContaining({ ids: [garbled], type: 'retry' }),
		);
	});

	it('does the same in a group', async () => {
		const group = await whatsApp.group({ by: ACCOUNT, subject: 'Team', members: [ADA] });
		await whatsApp.messageRules({ times: 1, unreadable: true });
		const id = await client.send(group, { text: 'Unreadable to all' });
		await until('the message', async () => (await whatsApp.received(ADA)).find((one) => one.id === id));
		await whatsApp.send(ADA, group, { text: 'Garbled for all', garbled: true });
		await client.waitForEvent('messages.upsert', 'messages.0.message.conversation', 'Garbled for all');
		await client.upserted(await whatsApp.send(ADA, group, { text: 'Clear again' }));
	});

	it('redelivers what a killed client did not acknowledge', async () => {
		await client.kill();
		const account = async () => (await whatsApp.stats()).accounts[0];
		await until('the end of the connection', async () => (await account())?.connected === false);
		const ids = await whatsApp.burst(ADA, ACCOUNT, 'While you were away', 3);
		expect(await account()).toMatchObject({ connected: false, pending: 3 });
		client = startBareClient(whatsApp, sessions.folder);
		for (const id of ids) await client.upserted(id);
		await until('the receipts', async () => (await account())?.pending === 0);
		expect((await whatsApp.stats()).accounts).toHaveLength(1);
	});

	it.each<[Ending, number]>([
		['drop', 428],
		[408, 408],
		[428, 428],
		[503, 503],
		[440, 440],
	])('ends a connection with %s and accepts the client again', async (ending, code) => {
		client.events.length = 0;
		await whatsApp.end(ACCOUNT, ending);
		expect(await client.waitForEvent('connection', 'connection', 'close')).toMatchObject({ code });
		await client.reconnect();
	});

	it('goes offline and comes back', async () => {
		client.events.length = 0;
		await whatsApp.settings({ offline: true });
		await client.waitForEvent('connection', 'connection', 'close');
		client.events.length = 0;
		await client.call('connect');
		await client.waitForEvent('connection', 'connection', 'close');
		await whatsApp.settings({ offline: false });
		await client.reconnect();
	});

	it('records no violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});

	it('rejects a banned and an unlinked client', async () => {
		for (const code of [403, 401] as const) {
			client.events.length = 0;
			await whatsApp.end(ACCOUNT, code);
			expect(await client.waitForEvent('connection', 'connection', 'close')).toMatchObject({ code });
			client.events.length = 0;
			await client.call('connect');
			expect(await client.waitForEvent('connection', 'connection', 'close')).toMatchObject({ code });
			await whatsApp.rejectLogin(ACCOUNT, null);
			if (code === 403) await client.reconnect();
		}
	});
});
