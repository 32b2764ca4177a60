import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBareClient, type BareClient } from '../support/whatsapp/bare-client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { at, textAt } from '../support/json.ts';
import { until } from '../support/until.ts';
import { startWhatsApp, type WhatsApp } from '../support/whatsapp/whatsapp.ts';
import type { FileType } from './phone/content.ts';
import type { Received } from './log.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const ADA_JID = `${ADA}@s.whatsapp.net`;
/** Baileys' number of the status read. */
const READ = 4;

describe('WhatsApp stand-in with Baileys as its client', () => {
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

	const received = (id: string, by = ADA): Promise<Received> =>
		until(`${id} to reach ${by}`, async () => (await whatsApp.received(by)).find((one) => one.id === id));

	it('pairs by a QR code, requests a restart and accepts the login', async () => {
		const history = [{ phone: ADA, name: 'Ada', messages: [{ text: 'Long ago', at: 1_700_000_000 }] }];
		const scanned = await whatsApp.scan(ACCOUNT, await client.qr(), { name: 'Shop', history });
		expect(scanned).toEqual({ linked: true, device: 1 });
		await client.waitForEvent('connection', 'code', 515);
		await client.waitForEvent('connection', 'connection', 'open');
		const { accounts } = await whatsApp.stats();
		expect(accounts).toMatchObject([{ phone: ACCOUNT, device: 1, connected: true, active: true }]);
		expect(accounts[0]?.preKeys).toBeGreaterThan(800);
	});

	it('sends the history of the phone to a new companion device', async () => {
		const path = 'messages.0.message.conversation';
		const history = await client.waitForEvent('messaging-history.set', path, 'Long ago');
		expect(at(history, 'chats.0.name')).toBe('Ada');
	});

	it('delivers a text to a phone, which sends a read receipt', async () => {
		const id = await client.send(ADA_JID, { text: 'Hello Ada' });
		await client.waitForEvent('ack', 'id', id);
		expect(await received(id)).toMatchObject({
			from: ACCOUNT,
			type: 'text',
			text: 'Hello Ada',
			ciphertextType: 'pkmsg',
		});
		await client.updated(id, READ);
	});

	it('delivers a text of a phone to the client and records its receipt', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Hello shop' });
		const message = await client.upserted(id);
		expect(message).toMatchObject({ message: { conversation: 'Hello shop' }, pushName: 'Ada' });
		expect(at(message, 'key.remoteJidAlt')).toBe(ADA_JID);
		await until('the receipt', async () =>
			(await whatsApp.log(ACCOUNT)).receipts.some(({ ids }) => ids.includes(id)),
		);
	});

	it('delivers quoted messages both ways', async () => {
		const question = await whatsApp.send(ADA, ACCOUNT, { text: 'A question' });
		const quoted = await client.upserted(question);
		const answer = await client.send(ADA_JID, { text: 'An answer' }, { quoted });
		expect((await received(answer)).quoted).toMatchObject({ id: question, text: 'A question' });
		const what = { text: 'Thanks', quoted: { id: answer, from: ACCOUNT } };
		const thanks = await client.upserted(await whatsApp.send(ADA, ACCOUNT, what));
		expect(at(thanks, 'message.extendedTextMessage.contextInfo.stanzaId')).toBe(answer);
	});

	it.each<[FileType, string]>([
		['image', 'image/jpeg'],
		['video', 'video/mp4'],
		['audio', 'audio/ogg'],
		['document', 'application/pdf'],
	])('delivers an encrypted %s both ways', async (type, mimeType) => {
		const bytes = randomBytes(50_000);
		const id = await client.send(ADA_JID, { [type]: bytes, mimetype: mimeType, fileName: 'file' });
		expect(await received(id)).toMatchObject({ type, file: { mimeType, bytes: bytes.length } });
		expect(await whatsApp.file(id)).toEqual(bytes);
		const file = { type, mimeType, base64: bytes.toString('base64'), filename: 'file' };
		const message = await client.upserted(await whatsApp.send(ADA, ACCOUNT, { file }));
		expect(await client.call('download', message)).toEqual(bytes);
	});

	it('delivers stickers, locations, polls, disappearing and revoked messages', async () => {
		const sends = (what: Parameters<WhatsApp['send']>[2]) => whatsApp.send(ADA, ACCOUNT, what);
		const arrives = async (what: Parameters<WhatsApp['send']>[2]) => client.upserted(await sends(what));
		const base64 = Buffer.from('RIFF').toString('base64');
		const sticker = await arrives({ file: { type: 'sticker', mimeType: 'image/webp', base64 } });
		expect(await client.call('download', sticker)).toEqual(Buffer.from('RIFF'));
		const place = await arrives({ location: { latitude: 52.5, longitude: 13.4 } });
		expect(at(place, 'message.locationMessage.degreesLatitude')).toBe(52.5);
		const poll = await arrives({ poll: { question: 'Tea?', options: ['Yes', 'No'] } });
		expect(at(poll, 'message.pollCreationMessageV3.options.1.optionName')).toBe('No');
		const fleeting = await arrives({ text: 'Gone tomorrow', wrapped: 'ephemeral' });
		expect(at(fleeting, 'message.ephemeralMessage.message.conversation')).toBe('Gone tomorrow');
		const revoked = await sends({ revoke: { id: await sends({ text: 'Oh' }) } });
		expect(at(await client.upserted(revoked), 'message.protocolMessage.type')).toBe('REVOKE');
	});

	it('encrypts a group message once with the sender key', async () => {
		const others = [ADA_JID, '4915122220004@s.whatsapp.net', '4915122220000@s.whatsapp.net'];
		const group = textAt(await client.call('groupCreate', 'Team', others), 'id');
		expect(await whatsApp.membersOf(group)).toEqual({ [ACCOUNT]: 'superadmin', [ADA]: 'member' });
		for (const text of ['One', 'Two']) {
			const id = await client.send(group, { text });
			expect(await received(id)).toMatchObject({ group, text, ciphertextType: 'skmsg' });
			const message = await client.upserted(await whatsApp.send(ADA, group, { text }));
			expect(message).toMatchObject({ message: { conversation: text }, key: { participantAlt: ADA_JID } });
		}
	});

	it('changes group participants and reports why it cannot', async () => {
		const group = await whatsApp.group({ by: ACCOUNT, subject: 'Team', members: [ADA] });
		const others = [ADA_JID, '4915122220004@s.whatsapp.net', '4915122220000@s.whatsapp.net'];
		const added = await client.call<{ status: string }[]>('groupParticipantsUpdate', group, others, 'add');
		expect(added.map(({ status }) => status)).toEqual(['409', '403', '404']);
		await client.call('groupParticipantsUpdate', group, [ADA_JID], 'promote');
		expect(await whatsApp.membersOf(group)).toMatchObject({ [ADA]: 'admin' });
		await whatsApp.members({ by: ADA, group, action: 'remove', phones: [ADA] });
		await client.waitForEvent('group-participants.update', 'action', 'remove');
		const foreign = await whatsApp.group({ by: ADA, subject: 'Not yours', members: [] });
		await expect(client.call('groupMetadata', foreign)).rejects.toThrow('forbidden');
		await whatsApp.members({ by: ADA, group: foreign, action: 'add', phones: [ACCOUNT] });
		const adding = client.call('groupParticipantsUpdate', foreign, others, 'add');
		await expect(adding).rejects.toThrow('not-authorized');
	});

	it('answers who is on the network and what their profiles show', async () => {
		const found = await client.call('onWhatsApp', ADA, '4915122220000');
		expect(found).toEqual([{ jid: ADA_JID, exists: true }]);
		await expect(client.call('profilePictureUrl', ADA_JID)).rejects.toThrow('item-not-found');
		await whatsApp.person(ADA, { picture: 'https://pictures.example/ada.jpg' });
		expect(await client.call('profilePictureUrl', ADA_JID)).toBe('https://pictures.example/ada.jpg');
		await whatsApp.person(ADA, { picture: 'private', about: null });
		await expect(client.call('profilePictureUrl', ADA_JID)).rejects.toThrow('not-authorized');
		expect(at(await client.call('fetchStatus', ADA_JID), '0.status.status')).toBe('');
	});

	it('records typing and read receipts', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Are you there?' });
		const { key } = await client.upserted(id);
		await client.call('sendPresenceUpdate', 'composing', ADA_JID);
		await client.call('readMessages', [key]);
		await until('the presence and the receipt', async () => {
			const { presences, receipts } = await whatsApp.log(ACCOUNT);
			return (
				presences.some(({ to, state }) => to === ADA_JID && state === 'composing') &&
				receipts.some(({ ids, type }) => ids.includes(id) && type === 'read')
			);
		});
	});

	it('records no violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
