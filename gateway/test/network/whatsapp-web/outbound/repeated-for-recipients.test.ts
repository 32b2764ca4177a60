import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import { messageIdIn, networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { upload } from '../../../support/requests.ts';
import { until } from '../../../support/until.ts';
import { sendAcknowledged } from '../../../support/whatsapp/receipts.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const EVE = '4915133333333';
const DORA = '4915144444444';

describe('messages that a recipient requests again', () => {
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

	const delivered = async (to: string, text: string) => {
		const messageId = await sendText(gateway.client, instanceId, to, text);
		await reached(gateway.client, messageId, 'read');
		return networkIdOf(messageId as MessageId);
	};
	/** The phone's receipt requests a message again; resolves once the gateway has handled it. */
	const request = async (from: string, id: string, more: { participant?: string; items?: string[] } = {}) => {
		const t = String(Math.floor(Date.now() / 1000));
		const items = (more.items ?? []).map((item) => ({ tag: 'item', attrs: { id: item } }));
		const receipt = {
			tag: 'receipt',
			attrs: { from, id, type: 'retry', t, ...(more.participant ? { participant: more.participant } : {}) },
			content: [{ tag: 'retry', attrs: { id, t, count: '1', v: '1' }, content: items }],
		};
		await sendAcknowledged(whatsApp, { account: ACCOUNT, id }, () => whatsApp.stanza(ACCOUNT, receipt));
	};
	const textsOf = async (by: string) => (await whatsApp.received(by)).map(({ text }) => text);
	const timesReceived = async (by: string, text: string) =>
		(await textsOf(by)).filter((one) => one === text).length;

	it('go to their recipient and to nobody else', async () => {
		await delivered(EVE, 'For Eve');
		const id = await delivered(ADA, 'Only for Ada');
		const group = await whatsApp.group({ by: EVE, subject: 'Strangers', members: [ACCOUNT, ADA] });
		await request(`${EVE}@s.whatsapp.net`, id);
		await request(group, id, { participant: `${EVE}@s.whatsapp.net` });
		// Received again, a message is recorded again: the phone keeps one.
		const before = (await whatsApp.stats()).messages;
		await request(`${ADA}@s.whatsapp.net`, id);
		await until('Ada to receive it again', async () => (await whatsApp.stats()).messages > before);
		expect(await textsOf(EVE)).toEqual(['For Eve']);
	});

	it('are not looked for at WhatsApp where none was sent to who requests them', async () => {
		const id = await delivered(ADA, 'For nobody else');
		const keyQueries = async () => (await whatsApp.log()).queries['encrypt key'] ?? 0;
		const before = await keyQueries();
		for (const requested of [id, '3EB0C0FFEE', 'unknown']) await request(`${DORA}@s.whatsapp.net`, requested);
		expect(await keyQueries()).toBe(before);
		expect(await textsOf(DORA)).toEqual([]);
	});

	it('go to the recipient by either JID', async () => {
		const { lid } = await whatsApp.person(ADA);
		const id = await delivered(ADA, 'By LID');
		const before = (await whatsApp.stats()).messages;
		await request(`${lid}@lid`, id);
		await until('Ada to receive it again', async () => (await whatsApp.stats()).messages > before);
	});

	it('go to the members of their group, and are not sent in another', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT, DORA] });
		const other = await whatsApp.group({ by: EVE, subject: 'Theirs', members: [ACCOUNT] });
		const id = await delivered(group, 'For the group');
		const before = (await whatsApp.stats()).messages;
		await request(other, id, { participant: `${EVE}@s.whatsapp.net` });
		await request(group, id, { participant: `${DORA}@s.whatsapp.net` });
		await until('Dora to receive it again', async () => (await whatsApp.stats()).messages > before);
		expect((await whatsApp.stats()).messages).toBe(before + 1);
		expect(await timesReceived(EVE, 'For the group')).toBe(0);
	});

	it('go to the one member of a group who requests them, and to no other', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Large', members: [ACCOUNT, DORA, EVE] });
		const id = await delivered(group, 'For one of them');
		const before = await whatsApp.log();
		const { messages } = await whatsApp.stats();
		await request(group, id, { participant: `${DORA}@s.whatsapp.net` });
		await until('Dora to receive it again', async () => (await whatsApp.stats()).messages > messages);
		const after = await whatsApp.log();
		// Whoever sends to a group asks for the devices of its members, and for the keys of those without a session.
		expect(after.queries['usync usync']).toBe(before.queries['usync usync']);
		expect(after.queries['encrypt key']).toBe((before.queries['encrypt key'] ?? 0) + 1);
		expect(after.unreadable).toEqual(before.unreadable);
	});

	it('come with the key for later messages of the group to a member who lost it', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Keys', members: [ACCOUNT, DORA] });
		await delivered(group, 'With the key');
		await whatsApp.reinstall(DORA);
		const unreadable = async () => (await whatsApp.log()).unreadable.length;
		await delivered(group, 'Without the key');
		await until('Dora to receive it again', async () => (await timesReceived(DORA, 'Without the key')) === 1);
		const before = await unreadable();
		await delivered(group, 'With the key again');
		await until('Dora to receive it', async () => (await timesReceived(DORA, 'With the key again')) === 1);
		expect(await unreadable()).toBe(before);
	});

	it('are sent to a device five times at most', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Patient', members: [ACCOUNT, DORA] });
		const id = await delivered(group, 'Not for ever');
		const { messages } = await whatsApp.stats();
		for (let times = 0; times < 9; times += 1)
			await request(group, id, { participant: `${DORA}@s.whatsapp.net` });
		expect((await whatsApp.stats()).messages).toBe(messages + 5);
	});

	it('have their file uploaded once for all who request them', async () => {
		const members = [ADA, DORA, EVE];
		const group = await whatsApp.group({ by: ADA, subject: 'Pictures', members: [ACCOUNT, ...members] });
		const mediaUrl = await upload(gateway.client, Buffer.from('A document for all'), 'text/plain');
		const message = { instanceId, to: group, mediaUrl, mediaType: 'document' };
		const sent = await gateway.client.post('/v1/messages/send', message);
		const messageId = sent.text('messageId');
		await reached(gateway.client, messageId, 'sent');
		const uploads = async () =>
			(await whatsApp.mediaRequests()).requests.filter(({ method }) => method === 'POST').length;
		const before = await uploads();
		for (const member of members)
			await request(group, networkIdOf(messageId as MessageId), {
				participant: `${member}@s.whatsapp.net`,
			});
		expect(await uploads()).toBe(before + 1);
	});

	it('are not sent again once they are deleted', async () => {
		const id = await delivered(ADA, 'Deleted since');
		const messageId = messageIdIn(id);
		const deleted = await gateway.client.delete(`/v1/messages/${String(messageId)}`);
		expect(deleted.status).toBe(200);
		const before = (await whatsApp.stats()).messages;
		await request(`${ADA}@s.whatsapp.net`, id);
		const last = await delivered(ADA, 'After the deletion');
		await request(`${ADA}@s.whatsapp.net`, last);
		await until('the last one to be sent again', async () => (await whatsApp.stats()).messages >= before + 2);
		expect((await whatsApp.stats()).messages).toBe(before + 2);
	});

	it('are sent once for a request, whatever it lists', async () => {
		const id = await delivered(ADA, 'Many times');
		const before = (await whatsApp.stats()).messages;
		await request(`${ADA}@s.whatsapp.net`, id, { items: Array.from({ length: 200 }, () => id) });
		const last = await delivered(ADA, 'After that');
		await request(`${ADA}@s.whatsapp.net`, last);
		await until('both to be sent again', async () => (await whatsApp.stats()).messages >= before + 3);
		expect((await whatsApp.stats()).messages).toBe(before + 3);
	});
});
