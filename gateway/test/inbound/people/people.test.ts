import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NetworkEvent } from '../../../src/network/network-event.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { ADA, ADA_ID, GROUP, incoming, LID } from '../received-messages.ts';

describe('people', () => {
	let gateway: TestGateway;
	let owner: Browser;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
	});
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
	});

	const report = (...events: NetworkEvent[]) => reportEvents(gateway, instanceId, ...events);
	/** The last recorded event of a kind. */
	const event = async (kind: string) => (await recordedEvents(owner, instanceId, kind)).at(-1);
	const chats = async (query = '') =>
		(await gateway.get(`/v1/messages/chats?instanceId=${instanceId}${query}`)).at('data');
	const contacts = async (search: string) =>
		(await gateway.get(`/v1/contacts?instanceId=${instanceId}&search=${search}`)).at('data');

	it('are one chat and one contact once the network reveals that two ids are the same person', async () => {
		await report({ kind: 'message', message: incoming({ senderId: LID, content: 'From the LID' }) });
		await report({ kind: 'message', message: incoming({ content: 'From the phone', contactName: null }) });
		expect(await chats()).toMatchObject([{ chatId: ADA_ID }, { chatId: LID }]);
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });

		expect(await chats()).toMatchObject([
			{
				chatId: ADA_ID,
				phone: ADA,
				contactName: 'Ada',
				unreadCount: 2,
				lastMessage: { content: 'From the phone' },
			},
		]);
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${ADA_ID}`);
		expect(history.at('data')).toMatchObject([
			{ content: 'From the phone', from: ADA, senderId: ADA_ID },
			{ content: 'From the LID', from: ADA, senderId: ADA_ID },
		]);
		expect(await contacts('Ada')).toMatchObject([{ id: ADA_ID, phone: ADA }]);
		expect(await event('contact.updated')).toEqual({
			instanceId,
			contactId: ADA_ID,
			phone: ADA,
			username: null,
			contactName: 'Ada',
			profilePicUrl: null,
			changed: ['ids'],
			earlierIds: [LID],
		});
	});

	it('keep the notes of both chats', async () => {
		const notesOf = (id: string) => gateway.get(`/v1/chats/${id}/notes?instanceId=${instanceId}`);
		await report({ kind: 'message', message: incoming({ senderId: LID, content: 'From the LID' }) });
		await report({ kind: 'message', message: incoming({ content: 'From the phone' }) });
		for (const id of [LID, ADA_ID]) {
			await gateway.post(`/v1/chats/${id}/notes`, { instanceId, text: `Written in ${id}` });
		}
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		const both = [{ text: `Written in ${ADA_ID}` }, { text: `Written in ${LID}` }];
		expect((await notesOf(ADA_ID)).at('data')).toMatchObject(both);
		expect((await notesOf(LID)).at('data')).toMatchObject(both);
	});

	it('are recognised by an earlier id in what arrives later', async () => {
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		await report({ kind: 'message', message: incoming({ senderId: LID, content: 'Under the old id' }) });
		expect(await event('message.received')).toMatchObject({
			chatId: ADA_ID,
			senderId: ADA_ID,
			from: ADA,
		});
		expect(await chats()).toMatchObject([{ chatId: ADA_ID, phone: ADA }]);
	});

	it('have the name that the account saved, in chats, events and searches', async () => {
		await report({ kind: 'message', message: incoming({ contactName: 'ada81', content: 'Before' }) });
		expect(await chats()).toMatchObject([{ contactName: 'ada81' }]);
		await report({ kind: 'contacts', contacts: [{ id: ADA_ID, phone: ADA, savedName: 'Ada Lovelace' }] });
		expect(await event('contact.updated')).toMatchObject({
			contactName: 'Ada Lovelace',
			changed: ['name'],
		});
		await report({ kind: 'message', message: incoming({ contactName: 'ada82', content: 'After' }) });
		expect(await event('message.received')).toMatchObject({ contactName: 'Ada Lovelace' });
		expect(await chats('&search=lovelace')).toMatchObject([{ chatId: ADA_ID, contactName: 'Ada Lovelace' }]);
		expect(await contacts('lovelace')).toMatchObject([{ name: 'Ada Lovelace' }]);
	});

	it('share group chats that have the name of the group', async () => {
		const inGroup = { chatId: GROUP, groupName: 'Book club' };
		await report({ kind: 'message', message: incoming({ ...inGroup, content: 'In the group' }) });
		expect(await chats('&search=book')).toMatchObject([{ contactName: 'Book club', phone: null }]);
		expect(await event('message.received')).toMatchObject({
			contactName: 'Ada',
			groupName: 'Book club',
			isGroup: true,
		});
		await report({ kind: 'group_names', groups: [{ id: GROUP, name: 'Film club' }] });
		expect(await chats()).toMatchObject([{ contactName: 'Film club' }]);
	});

	it('see what the owner writes on the phone in the history, once, with the event message.echo', async () => {
		const message = {
			networkId: 'echo-1',
			chatId: ADA_ID,
			to: ADA,
			type: 'text',
			content: 'From my phone',
			media: null,
			at: 1_800_000_000_000,
		} as const;
		await report({ kind: 'echo', message });
		await report({ kind: 'echo', message });
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect(history.at('data')).toMatchObject([
			{ direction: 'outbound', content: 'From my phone', to: ADA, status: 'sent', chatId: ADA_ID },
		]);
		expect(await event('message.echo')).toMatchObject({
			chatId: ADA_ID,
			to: ADA,
			content: 'From my phone',
			isFromMe: true,
			source: 'phone',
		});
		expect(await chats()).toMatchObject([{ unreadCount: 0, lastMessage: { isFromMe: true } }]);
	});
});
