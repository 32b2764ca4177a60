import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NetworkEvent } from '../../../src/network/network-event.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { setTakeover } from '../../support/takeover.ts';
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

	it('are joined, many in one report, also where one joins what another joined before', async () => {
		const lid = (number: number) => `${223456789012300 + number}@lid`;
		const phone = (number: number) => `${4915112346600 + number}@s.whatsapp.net`;
		await report(
			{ kind: 'message', message: incoming({ senderId: lid(1), contactName: 'One' }) },
			{ kind: 'message', message: incoming({ senderId: lid(2), contactName: 'Two' }) },
			{ kind: 'message', message: incoming({ senderId: lid(3), contactName: 'Two' }) },
			{ kind: 'message', message: incoming({ senderId: lid(4), contactName: 'Two' }) },
			{ kind: 'contacts', contacts: [{ id: lid(5), phone: null, savedName: 'Five' }] },
		);
		await report(
			{ kind: 'same_person', ids: [phone(1), lid(1)] },
			{ kind: 'message', message: incoming({ senderId: lid(1), contactName: 'One' }) },
			// Each report contains an id that the report before made an earlier one.
			{ kind: 'same_person', ids: [lid(3), lid(2)] },
			{ kind: 'same_person', ids: [lid(2), lid(4)] },
			{ kind: 'same_person', ids: [phone(2), lid(3)] },
			{ kind: 'same_person', ids: [phone(5), lid(5)] },
			{ kind: 'same_person', ids: [phone(6), lid(6), lid(7)] },
			{ kind: 'same_person', ids: [phone(6), lid(6)] },
			{ kind: 'message', message: incoming({ senderId: lid(7), contactName: 'Six' }) },
		);
		const found = (await chats()) as { chatId: string }[];
		expect(found.toSorted((a, b) => (a.chatId < b.chatId ? -1 : 1))).toMatchObject([
			{ chatId: phone(1), contactName: 'One', unreadCount: 2 },
			{ chatId: phone(2), contactName: 'Two', unreadCount: 3 },
			{ chatId: phone(6), contactName: 'Six', unreadCount: 1 },
		]);
		const updated = await recordedEvents(owner, instanceId, 'contact.updated');
		const joined = updated.map((data) => data as { contactId: string; earlierIds: string[] });
		expect(joined.map(({ contactId, earlierIds }) => [contactId, ...earlierIds])).toEqual(
			expect.arrayContaining([
				[phone(1), lid(1)],
				[phone(2), lid(2), lid(3), lid(4)],
				[phone(5), lid(5)],
			]),
		);
		for (const earlier of [2, 3, 4]) {
			await report({ kind: 'message', message: incoming({ senderId: lid(earlier) }) });
			expect(await event('message.received')).toMatchObject({ chatId: phone(2) });
		}
	});

	it('are reported by the number that the same report reveals after their message', async () => {
		await report(
			{ kind: 'message', message: incoming({ senderId: LID, content: 'From the LID' }) },
			{ kind: 'same_person', ids: [ADA_ID, LID] },
		);
		expect(await event('message.received')).toMatchObject({ chatId: ADA_ID, from: ADA });
		expect(await chats()).toMatchObject([{ chatId: ADA_ID, phone: ADA, unreadCount: 1 }]);
	});

	it('stay two people for another instance, to which nothing was revealed', async () => {
		const other = await connectedInstance(gateway);
		for (const id of [instanceId, other]) {
			await setTakeover(gateway, id, '30m');
			await reportEvents(gateway, id, { kind: 'message', message: incoming({ senderId: LID }) });
			const taken = await gateway.put(`/v1/chats/${LID}/owner`, { instanceId: id, owner: 'person' });
			expect(taken.status).toBe(200);
		}
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		const listed = async (id: string) =>
			(await gateway.get(`/v1/messages/chats?instanceId=${id}`)).at('data');
		expect(await listed(instanceId)).toMatchObject([{ chatId: ADA_ID, owner: 'person' }]);
		expect(await listed(other)).toMatchObject([{ chatId: LID, owner: 'person' }]);
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
