import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
/** Hides the phone; the digits of this person's LID are Ada's phone number. */
const ZOE = '4915199999999';
/** Hides the phone, too. */
const YAN = '4915188888888';
/** The digits of Ada's phone number, as a LID. */
const ZOE_ID = `${ADA}@lid`;
const YAN_ID = '777000111222333@lid';

describe('people whose phone number WhatsApp hides', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		await whatsApp.person(ZOE, { hidden: true, lid: ADA, name: 'Zoe' });
		await whatsApp.person(YAN, { hidden: true, lid: '777000111222333', name: 'Yan' });
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = async (content: string) =>
		(await receiver.find(content, ({ at }) => at('data.content') === content)).at('data') as {
			messageId: string;
			chatId: string;
		};
	const shown = async (by: string) => (await whatsApp.received(by)).map(({ text }) => text);
	/** Resolves with the read receipt of a message. */
	const read = (id: string) =>
		until(`${id} to be read`, async () =>
			(await whatsApp.log(ACCOUNT)).receipts.find(({ ids, type }) => type === 'read' && ids.includes(id)),
		);
	const markRead = (chatId: string) =>
		gateway.client.post(`/v1/messages/chats/${encodeURIComponent(chatId)}/read`, { instanceId });

	it('have an id and no phone number', async () => {
		await whatsApp.send(ZOE, ACCOUNT, { text: 'Who am I?' });
		expect(await arrived('Who am I?')).toMatchObject({
			from: null,
			senderId: ZOE_ID,
			chatId: ZOE_ID,
			contactName: 'Zoe',
			isGroup: false,
		});
		const chats = await gateway.client.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data')).toMatchObject([{ chatId: ZOE_ID, phone: null, contactName: 'Zoe' }]);
	});

	it('receive the answer, and nobody whose phone number has the same digits', async () => {
		const answer = await sendText(gateway.client, instanceId, ZOE_ID, 'You are Zoe.');
		await reached(gateway.client, answer, 'read');
		expect(await shown(ZOE)).toEqual(['You are Zoe.']);
		expect(await shown(ADA)).toEqual([]);
	});

	it('receive their own messages, as does the phone number with the same digits', async () => {
		const texts = ['One', 'Two', 'Three'].flatMap((text) => [`${text} for Ada`, `${text} for Zoe`]);
		for (const text of texts) {
			const to = text.endsWith('Ada') ? ADA : ZOE_ID;
			await reached(gateway.client, await sendText(gateway.client, instanceId, to, text), 'read');
		}
		expect(await shown(ADA)).toEqual(texts.filter((text) => text.endsWith('Ada')));
		expect((await shown(ZOE)).slice(1)).toEqual(texts.filter((text) => text.endsWith('Zoe')));
	});

	it('receive read receipts at their LID', async () => {
		const id = await whatsApp.send(ZOE, ACCOUNT, { text: 'Did you read it?' });
		const { chatId } = await arrived('Did you read it?');
		await markRead(chatId);
		expect(await read(id)).toMatchObject({ to: ZOE_ID, participant: null });
	});

	it('receive replies that name them', async () => {
		const id = await whatsApp.send(YAN, ACCOUNT, { text: 'And me?' });
		const { messageId: quotedMessageId, chatId } = await arrived('And me?');
		expect(chatId).toBe(YAN_ID);
		await sendText(gateway.client, instanceId, chatId, 'You are Yan.', { quotedMessageId });
		const [reply] = await until('the reply', async () => {
			const messages = await whatsApp.received(YAN);
			return messages.length > 0 && messages;
		});
		expect(reply).toMatchObject({ text: 'You are Yan.', quoted: { id, from: YAN_ID } });
	});

	it('are listed in groups by their ids', async () => {
		const groupId = await whatsApp.group({
			by: ZOE,
			subject: 'Hidden',
			members: [ACCOUNT, YAN, ADA],
			addressing: 'lid',
		});
		const group = await gateway.client.get(`/v1/groups/${groupId}?instanceId=${instanceId}`);
		expect(group.at('data')).toMatchObject({ owner: ZOE_ID, admins: [ZOE_ID] });
		expect(group.at('data.participants')).toEqual(
			expect.arrayContaining([
				{ id: ZOE_ID, phone: null, isAdmin: true, isSuperAdmin: true },
				{ id: YAN_ID, phone: null, isAdmin: false, isSuperAdmin: false },
				{ id: `${ACCOUNT}@s.whatsapp.net`, phone: ACCOUNT, isAdmin: false, isSuperAdmin: false },
			]),
		);
		const ids = {
			yan: await whatsApp.send(YAN, groupId, { text: 'Hello from Yan' }),
			ada: await whatsApp.send(ADA, groupId, { text: 'Hello from Ada' }),
		};
		const known = { chatId: groupId, isGroup: true };
		expect(await arrived('Hello from Yan')).toMatchObject({ ...known, from: null, senderId: YAN_ID });
		expect(await arrived('Hello from Ada')).toMatchObject({
			...known,
			from: ADA,
			senderId: `${ADA}@s.whatsapp.net`,
		});

		await markRead(groupId);
		const { lid } = await whatsApp.person(ADA);
		expect(await read(ids.yan)).toMatchObject({ to: groupId, participant: YAN_ID });
		expect(await read(ids.ada)).toMatchObject({ to: groupId, participant: `${lid}@lid` });
	});

	it('become known by phone number once WhatsApp sends it with a message', async () => {
		await whatsApp.person(YAN, { hidden: false });
		await whatsApp.send(YAN, ACCOUNT, { text: 'My number' });
		expect(await arrived('My number')).toMatchObject({ from: YAN, chatId: `${YAN}@s.whatsapp.net` });
		const late = await sendText(gateway.client, instanceId, YAN_ID, 'By the earlier id');
		await reached(gateway.client, late, 'read');
		expect(await shown(YAN)).toContain('By the earlier id');
	});

	it('can write in groups with an old-style id', async () => {
		const group = await whatsApp.group({
			by: ADA,
			subject: 'Old',
			members: [ACCOUNT],
			id: `${ADA}-1415000000`,
		});
		await whatsApp.send(ADA, group, { text: 'From an older group' });
		const message = await arrived('From an older group');
		expect(message).toMatchObject({ chatId: `${ADA}-1415000000@g.us`, from: ADA, isGroup: true });
		const answer = await sendText(gateway.client, instanceId, group, 'To an older group');
		await reached(gateway.client, answer, 'read');
	});

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
