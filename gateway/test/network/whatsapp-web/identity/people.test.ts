import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const HIDDEN = '4915133333333';
const REVEALED = '4915144444444';
const LID = '987654321098@lid';
const EVENTS = ['message.received', 'message.edited', 'contact.updated'];

describe('people and groups by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		await whatsApp.person(HIDDEN, {
			hidden: true,
			lid: LID.replace('@lid', ''),
			about: 'Busy',
			name: 'Grace',
		});
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: EVENTS });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = async (content: string) =>
		(await receiver.find(content, ({ at }) => at('data.content') === content)).at('data');

	it('have a name in the events of a group from its creation, and the current one after a change', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Book club', members: [ACCOUNT] });
		await whatsApp.send(ADA, group, { text: 'In the club' });
		expect(await arrived('In the club')).toMatchObject({ groupName: 'Book club', chatId: group });
		await whatsApp.subject({ by: ADA, group, subject: 'Film club' });
		await whatsApp.send(ADA, group, { text: 'In the other club' });
		expect(await arrived('In the other club')).toMatchObject({ groupName: 'Film club' });
		const chats = await gateway.client.get(`/v1/messages/chats?instanceId=${instanceId}&search=film`);
		expect(chats.at('data')).toMatchObject([{ chatId: group, contactName: 'Film club' }]);
	});

	it('mention each other by the ids of their chats', async () => {
		const { lid } = await whatsApp.person(ADA);
		const mentions = [`${lid}@lid`, `${ADA}@s.whatsapp.net`, LID, 'nobody', '1@g.us'];
		await whatsApp.send(ADA, ACCOUNT, { text: 'Ask them', mentions });
		expect(await arrived('Ask them')).toMatchObject({ mentions: [`${ADA}@s.whatsapp.net`, LID] });
	});

	it('have a profile also without a phone number', async () => {
		await whatsApp.send(HIDDEN, ACCOUNT, { text: 'Who am I?' });
		expect(await arrived('Who am I?')).toMatchObject({ senderId: LID, from: null });
		const profile = await gateway.client.get(`/v1/contacts/${LID}/profile?instanceId=${instanceId}`);
		expect([profile.status, profile.at('data.about')]).toEqual([200, 'Busy']);
	});

	it('become one when the network reveals the phone number, and edits find the earlier messages', async () => {
		const id = await whatsApp.send(HIDDEN, ACCOUNT, { text: 'Written without a number' });
		const { messageId } = (await arrived('Written without a number')) as { messageId: string };
		expect(receiver.requests.filter(({ at }) => at('event') === 'contact.updated')).toEqual([]);
		await whatsApp.revealPhone(HIDDEN, REVEALED);
		await whatsApp.send(REVEALED, ACCOUNT, { text: 'Written with a number' });
		expect(await arrived('Written with a number')).toMatchObject({
			senderId: `${REVEALED}@s.whatsapp.net`,
			from: REVEALED,
		});
		const updated = await receiver.find('the ids', ({ at }) => at('event') === 'contact.updated');
		expect(updated.at('data')).toMatchObject({ phone: REVEALED, earlierIds: [LID], changed: ['ids'] });
		await whatsApp.send(REVEALED, ACCOUNT, { edit: { id, text: 'Edited with a number' } });
		const edited = await receiver.find('the edit', ({ at }) => at('event') === 'message.edited');
		expect(edited.at('data')).toMatchObject({ messageId, from: REVEALED, content: 'Edited with a number' });
	});
});
