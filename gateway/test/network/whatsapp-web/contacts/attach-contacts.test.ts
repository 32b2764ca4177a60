import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { scannedText } from '../../../support/qr-code.ts';
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
const ABSENT = '4915122220000';

describe('contacts, groups and history of an instance linked by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const { client } = gateway;
		instanceId = (await client.post('/v1/instances', { name: 'Shop', settings: { autoTyping: false } })).text(
			'data.id',
		);
		const shown = await client.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '', {
			name: 'Shop',
			history: [
				{
					phone: ADA,
					name: 'Ada',
					messages: [
						{ text: 'Are you open?', at: 1_700_000_000, fromMe: false },
						{ text: 'Until six.', at: 1_700_000_060, fromMe: true },
					],
				},
			],
		});
		await gateway.has(instanceId, 'connected');
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	it('imports the history without events', async () => {
		const messages = await until('the history', async () => {
			const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
			return (page.at('data') as unknown[]).length === 2 && page;
		});
		expect(messages.at('data')).toMatchObject([
			{ direction: 'outbound', content: 'Until six.' },
			{ direction: 'inbound', content: 'Are you open?', from: ADA },
		]);
		expect(receiver.requests).toHaveLength(0);
	});

	it('checks which numbers are on WhatsApp', async () => {
		const answer = await gateway.client.post('/v1/contacts/check', { instanceId, phones: [ADA, ABSENT] });
		expect(answer.at('data')).toEqual([
			{ phone: ADA, exists: true, jid: `${ADA}@s.whatsapp.net` },
			{ phone: ABSENT, exists: false, jid: null },
		]);
	});

	it('returns a profile without the fields the contact keeps private', async () => {
		await whatsApp.person(ADA, {
			picture: 'https://pps.whatsapp.net/ada.jpg',
			about: 'Busy',
			isBusiness: true,
		});
		const profile = () => gateway.client.get(`/v1/contacts/${ADA}/profile?instanceId=${instanceId}`);
		expect((await profile()).at('data')).toMatchObject({
			phone: ADA,
			about: 'Busy',
			profilePicUrl: 'https://pps.whatsapp.net/ada.jpg',
			isBusiness: true,
		});
		await whatsApp.person(ADA, { picture: 'private', about: null, isBusiness: false });
		expect((await profile()).at('data')).toMatchObject({
			about: null,
			profilePicUrl: null,
			isBusiness: false,
		});
		const absent = await gateway.client.get(`/v1/contacts/${ABSENT}/profile?instanceId=${instanceId}`);
		expect(absent.at('error.code')).toBe('contact_not_found');
	});

	it('creates a group, shows it and changes its participants', async () => {
		const made = await gateway.client.post('/v1/groups', {
			...{ instanceId, name: 'Picnic', description: 'On Sunday', participants: [ADA] },
		});
		expect(made.body).toMatchObject({ data: { name: 'Picnic', participantsCount: 2, isAdmin: true } });
		const groupId = made.text('data.id');
		const path = `/v1/groups/${groupId}`;
		const { body } = await gateway.client.get(`${path}?instanceId=${instanceId}`);
		expect(body).toMatchObject({ data: { id: groupId, owner: ACCOUNT, description: 'On Sunday' } });
		const change = async (action: string, ...participants: string[]) =>
			(await gateway.client.post(`${path}/participants`, { instanceId, action, participants })).at(
				'data.results',
			);
		expect(await change('add', BOB, ADA)).toMatchObject([
			{ phone: BOB, status: 'success' },
			{ phone: ADA, status: 'failed', error: expect.stringContaining('already_participant') },
		]);
		expect(await change('promote', BOB)).toMatchObject([{ phone: BOB, status: 'success' }]);
		expect(await whatsApp.membersOf(groupId)).toMatchObject({ [BOB]: 'admin', [ADA]: 'member' });
		expect(await change('remove', ADA, ABSENT)).toMatchObject([{ status: 'success' }, { status: 'failed' }]);
		const list = await gateway.client.get(`/v1/groups?instanceId=${instanceId}`);
		expect(list.at('data')).toMatchObject([{ id: groupId, name: 'Picnic', participantsCount: 2 }]);
	});

	it('rejects a group with an unknown participant, and changes without being an admin', async () => {
		const refused = await gateway.client.post('/v1/groups', {
			...{ instanceId, name: 'Picnic', participants: [ADA, ABSENT] },
		});
		expect(refused.at('error.code')).toBe('invalid_parameters');
		expect(refused.at('error.message')).toContain(ABSENT);
		const groupId = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT, BOB] });
		const answer = await gateway.client.post(`/v1/groups/${groupId}/participants`, {
			...{ instanceId, action: 'remove', participants: [BOB] },
		});
		expect(answer.at('error.code')).toBe('not_admin');
		const unknown = await gateway.client.get(`/v1/groups/120363000000000000@g.us?instanceId=${instanceId}`);
		expect(unknown.at('error.code')).toBe('group_not_found');
	});

	for (const addressing of ['pn', 'lid'] as const) {
		it(`sends to a group and receives from it (${addressing})`, async () => {
			const groupId = await whatsApp.group({
				by: ADA,
				subject: addressing,
				members: [ACCOUNT, BOB],
				addressing,
			});
			await whatsApp.send(BOB, groupId, { text: `Hello ${addressing}` });
			const event = await receiver.find(
				'the message',
				({ at }) => at('data.content') === `Hello ${addressing}`,
			);
			expect(event.at('data')).toMatchObject({ chatId: groupId, from: BOB, isGroup: true });
			const messageId = await sendText(gateway.client, instanceId, groupId, `Hello all ${addressing}`);
			await reached(gateway.client, messageId, 'read');
			for (const phone of [ADA, BOB]) {
				await until(`${phone} to see it`, async () =>
					(await whatsApp.received(phone)).some(
						({ text, group }) => group === groupId && text === `Hello all ${addressing}`,
					),
				);
			}
		});
	}

	it('causes no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
