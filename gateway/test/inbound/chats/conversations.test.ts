import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
	CallReport,
	GroupChangeReport,
	NetworkEvent,
	PresenceReport,
} from '../../../src/network/network-event.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { ADA, ADA_ID, GROUP, incoming, LID } from '../received-messages.ts';

const AT = 1_800_000_000_000;
const BY_ADA = { senderId: ADA_ID, from: ADA, isFromMe: false };
const BEN = { id: '4915155555552@s.whatsapp.net', phone: '4915155555552' };

describe('reports about groups, chats and people', () => {
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
	afterAll(() => gateway.close());

	const report = (...events: NetworkEvent[]) => reportEvents(gateway, instanceId, ...events);
	const eventsOf = (kind: string) => recordedEvents(owner, instanceId, kind);
	const chats = async () => (await gateway.get(`/v1/chats?instanceId=${instanceId}`)).at('data');

	describe('changes of groups', () => {
		const settings = (fields: object): NetworkEvent => ({
			kind: 'group_change',
			change: { change: 'settings', groupId: GROUP, actor: BY_ADA, at: AT, ...fields } as GroupChangeReport,
		});
		const participants = (fields: object): NetworkEvent => ({
			kind: 'group_change',
			change: {
				change: 'participants',
				groupId: GROUP,
				actor: BY_ADA,
				at: AT,
				...fields,
			} as GroupChangeReport,
		});

		it('renames the chat, and reports the change once', async () => {
			await report({ kind: 'message', message: incoming({ chatId: GROUP, groupName: 'Before' }) });
			const change = settings({ settings: { name: 'After', announce: true }, pictureChanged: true });
			await report(change);
			await report(change);
			expect(await eventsOf('group.updated')).toEqual([
				{
					instanceId,
					groupId: GROUP,
					groupName: 'After',
					...BY_ADA,
					timestamp: new Date(AT).toISOString(),
					changed: ['name', 'announce', 'picture'],
					name: 'After',
					announce: true,
				},
			]);
			expect(await chats()).toMatchObject([{ chatId: GROUP, contactName: 'After' }]);
		});

		it('reports the same change again where it happens again', async () => {
			await report(settings({ settings: { restrict: true } }), settings({ settings: { restrict: false } }));
			await report(settings({ settings: { restrict: true }, at: AT + 1000 }));
			expect(await eventsOf('group.updated')).toMatchObject([
				{ changed: ['restrict'], restrict: true },
				{ changed: ['restrict'], restrict: false },
				{ changed: ['restrict'], restrict: true },
			]);
		});

		it('reports a removed description, a new invite, and nothing where nothing changed', async () => {
			const unknown = { senderId: null, from: null, isFromMe: false };
			await report(
				settings({ settings: { description: null }, inviteChanged: true, actor: unknown }),
				settings({ settings: {} }),
				participants({ action: 'add', participants: [] }),
			);
			expect(await eventsOf('group.updated')).toMatchObject([
				{ changed: ['description', 'invite'], description: null, groupName: null, ...unknown },
			]);
			expect(await eventsOf('group.participants')).toEqual([]);
		});

		it('has the current ids of people whose earlier ids are reported', async () => {
			await report({ kind: 'same_person', ids: [ADA_ID, LID] });
			const change = participants({
				action: 'promote',
				actor: { senderId: LID, from: null, isFromMe: false },
				participants: [{ id: LID, phone: null }, BEN],
			});
			await report(change);
			await report(change);
			expect(await eventsOf('group.participants')).toMatchObject([
				{ ...BY_ADA, action: 'promote', participants: [{ id: ADA_ID, phone: ADA }, BEN] },
			]);
		});
	});

	describe('presence', () => {
		const presence = (fields: Partial<PresenceReport>): NetworkEvent => ({
			kind: 'presence',
			presence: {
				chatId: ADA_ID,
				senderId: ADA_ID,
				from: ADA,
				state: 'typing',
				lastSeenAt: null,
				at: AT,
				...fields,
			},
		});

		it('reports a state of a person only where it changed, in each chat', async () => {
			await report(presence({}), presence({ at: AT + 1 }));
			await report(presence({ at: AT + 2 }), presence({ chatId: GROUP }));
			await report(presence({ state: 'offline', lastSeenAt: AT, at: AT + 3 }));
			const ofAda = { instanceId, senderId: ADA_ID, from: ADA };
			expect(await eventsOf('presence.updated')).toEqual([
				{
					...ofAda,
					chatId: ADA_ID,
					state: 'typing',
					lastSeenAt: null,
					timestamp: new Date(AT).toISOString(),
				},
				expect.objectContaining({ ...ofAda, chatId: GROUP, state: 'typing' }),
				expect.objectContaining({ chatId: ADA_ID, state: 'offline', lastSeenAt: new Date(AT).toISOString() }),
			]);
		});

		it('records a state again that was rolled back', async () => {
			const failing = { kind: 'group_change', change: {} as GroupChangeReport } as const;
			await expect(report(presence({}), failing)).rejects.toThrow();
			await report(presence({}));
			expect(await eventsOf('presence.updated')).toHaveLength(1);
		});
	});

	describe('calls', () => {
		const call = (fields: Partial<CallReport>): NetworkEvent => ({
			kind: 'call',
			call: {
				callId: 'call-1',
				chatId: ADA_ID,
				senderId: ADA_ID,
				from: ADA,
				contactName: null,
				video: true,
				rejected: false,
				at: AT,
				...fields,
			},
		});

		it('reports each call once, with the name of the caller', async () => {
			await report({ kind: 'message', message: incoming() });
			await report(call({}));
			await report(call({ at: AT + 5000, rejected: true }), call({ callId: 'call-2', video: false }));
			expect(await eventsOf('call.received')).toEqual([
				{
					instanceId,
					chatId: ADA_ID,
					callId: 'call-1',
					senderId: ADA_ID,
					from: ADA,
					contactName: 'Ada',
					isGroup: false,
					video: true,
					rejected: false,
					timestamp: new Date(AT).toISOString(),
				},
				expect.objectContaining({ callId: 'call-2', video: false }),
			]);
		});

		it('has the group that is called, and the current id of the caller', async () => {
			await report({ kind: 'same_person', ids: [ADA_ID, LID] });
			await report(call({ chatId: GROUP, senderId: LID, from: null }));
			expect(await eventsOf('call.received')).toMatchObject([
				{ chatId: GROUP, isGroup: true, senderId: ADA_ID, from: ADA },
			]);
		});
	});

	describe('changes of chats', () => {
		const changes = (...chats: Extract<NetworkEvent, { kind: 'chat_changes' }>['chats']): NetworkEvent => ({
			kind: 'chat_changes',
			chats,
		});

		it('stores them, also by an earlier id, in their order', async () => {
			await report({ kind: 'message', message: incoming() }, { kind: 'same_person', ids: [ADA_ID, LID] });
			await report(
				changes(
					{ chatId: ADA_ID, changes: { archived: true, pinned: true, mutedUntil: AT } },
					{ chatId: LID, changes: { pinned: false } },
					{ chatId: GROUP, changes: { archived: true } },
				),
			);
			expect(await chats()).toMatchObject([
				{ chatId: ADA_ID, archived: true, pinned: false, mutedUntil: new Date(AT).toISOString() },
			]);
		});

		it('marks a chat as read and unread', async () => {
			await report({ kind: 'message', message: incoming() });
			await report(changes({ chatId: ADA_ID, changes: { unread: false } }));
			expect(await chats()).toMatchObject([{ unread: false, unreadCount: 0 }]);
			await report(changes({ chatId: ADA_ID, changes: { unread: true, mutedUntil: null } }));
			expect(await chats()).toMatchObject([{ unread: true, unreadCount: 0, mutedUntil: null }]);
		});
	});
});
