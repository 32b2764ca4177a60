import { PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import type { Action } from './capabilities.ts';

/** A group that no instance is in: for connections that have no groups. */
const NO_GROUP = '120363123456789012@g.us';
const CHAT = `${PHONE}@s.whatsapp.net`;
const BY_OTHER = { isFromMe: false, from: PHONE };

/**
 * The actions that need a capability, of chats, groups, contacts and the account. The restriction is the last one,
 * because it ends all sending.
 */
export const CONVERSATION_ACTIONS: readonly Action[] = [
	{
		capability: 'group_settings',
		operation: 'PATCH /v1/groups/{}',
		call: async (fixtures, instanceId) => ({
			path: { groupId: await groupOf(fixtures, instanceId) },
			body: { instanceId, name: 'Renamed', announce: true },
		}),
		event: 'group.updated',
		data: { name: 'Renamed', changed: ['name', 'announce'], isFromMe: true },
	},
	{
		capability: 'received_group_changes',
		operation: 'PATCH /simulator/v1/instances/{}/groups/{}',
		call: async (fixtures, instanceId) => ({
			path: { instanceId, groupId: await groupOf(fixtures, instanceId) },
			body: { by: PHONE, name: 'Renamed too' },
		}),
		event: 'group.updated',
		data: { name: 'Renamed too', changed: ['name'], ...BY_OTHER },
	},
	{
		capability: 'received_group_changes',
		operation: 'PATCH /simulator/v1/instances/{}/groups/{}/participants',
		call: async (fixtures, instanceId) => ({
			path: { instanceId, groupId: await groupOf(fixtures, instanceId) },
			body: { by: PHONE, action: 'leave', participants: [PHONE] },
		}),
		event: 'group.participants',
		data: { action: 'leave', participants: [{ id: CHAT, phone: PHONE }], ...BY_OTHER },
	},
	{
		capability: 'chat_changes',
		operation: 'PATCH /v1/chats/{}',
		call: (_fixtures, instanceId) => ({ path: { chatId: CHAT }, body: { instanceId, pinned: true } }),
		event: null,
		data: {},
	},
	{
		capability: 'blocking',
		operation: 'POST /v1/contacts/{}/block',
		call: (_fixtures, instanceId) => ({ path: { contactId: '4915112345655' }, body: { instanceId } }),
		event: null,
		data: {},
	},
	...(
		[
			['profile_name', { name: 'Shop' }],
			['profile_changes', { about: 'Open from 9 to 17' }],
		] as const
	).map(
		([capability, body]): Action => ({
			capability,
			operation: 'PATCH /v1/instances/{}/profile',
			call: (_fixtures, instanceId) => ({ path: { instanceId }, body }),
			event: null,
			data: {},
		}),
	),
	{
		capability: 'presence',
		operation: 'POST /simulator/v1/instances/{}/presence',
		call: async ({ session }, instanceId) => {
			await session.send('POST /v1/chats/{}/presence', { path: { chatId: CHAT }, body: { instanceId } });
			return { path: { instanceId }, body: { from: PHONE, state: 'recording' } };
		},
		event: 'presence.updated',
		data: { chatId: CHAT, from: PHONE, state: 'recording' },
	},
	call('calls', false),
	call('call_rejection', true),
	{
		capability: 'restrictions',
		operation: 'POST /simulator/v1/instances/{}/restriction',
		call: (_fixtures, instanceId) => ({ path: { instanceId }, body: { kind: 'new_chats' } }),
		event: 'instance.restricted',
		data: { active: true, kind: 'new_chats' },
	},
];

/** A call, after settings.rejectCalls was set. */
function call(capability: string, rejected: boolean): Action {
	return {
		capability,
		operation: 'POST /simulator/v1/instances/{}/calls',
		call: async ({ session }, instanceId) => {
			const body = { settings: { rejectCalls: rejected } };
			await session.send('PATCH /v1/instances/{}', { path: { instanceId }, body });
			return { path: { instanceId }, body: { from: PHONE, video: true } };
		},
		event: 'call.received',
		data: { chatId: CHAT, from: PHONE, video: true, rejected },
	};
}

function groupOf(fixtures: Fixtures, instanceId: string): Promise<string> {
	return fixtures.newGroup(instanceId).catch(() => NO_GROUP);
}
