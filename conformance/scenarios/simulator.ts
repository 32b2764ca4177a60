import { OTHER_MANUAL_PHONE, PHONE, SILENT_PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

/** Actions of phones on a disconnected instance, media that cannot be received, and actions a phone is not allowed to do. */
export const SIMULATOR_SCENARIOS: readonly Scenario[] = [
	afterLogout('messages', { from: PHONE, content: 'Hello' }),
	afterLogout('messages/{}/receipts', { status: 'delivered' }),
	afterLogout('contacts/{}/block', { blocked: true }),
	afterLogout('groups', { from: PHONE, name: 'Neighbours', participants: [PHONE] }),
	afterLogout('groups/{}/participants', { action: 'add', participants: [PHONE] }),
	afterLogout('history', { messages: 1 }),
	afterLogout('drop'),
	{
		operation: 'GET /simulator/v1/instances/{}/chats/{}',
		code: 'instance_disconnected',
		what: 'not connected',
		call: async (fixtures) => ({ path: { ...(await loggedOutInstance(fixtures)), chatId: PHONE } }),
	},
	...(
		[
			['media_too_large', 'huge.png'],
			['media_download_failed', 'missing.png'],
			['unsupported_media_type', 'page.html'],
		] as const
	).flatMap(([code, file]): Scenario[] => {
		const fields = (fixtures: Fixtures) => ({
			type: 'image',
			mediaUrl: `${fixtures.receiver.url}/media/${file}`,
		});
		return [
			{
				operation: 'POST /simulator/v1/instances/{}/messages',
				code,
				what: `${file} is received`,
				call: (fixtures, { instanceId }) => ({
					path: { instanceId: String(instanceId) },
					body: { from: PHONE, ...fields(fixtures) },
				}),
			},
			{
				operation: 'POST /simulator/v1/phones/{}/messages',
				code,
				what: `a phone sends ${file}`,
				call: (fixtures, { instanceId, number }) => ({
					path: { number: String(number) },
					body: { instanceId, ...fields(fixtures) },
				}),
			},
		];
	}),
	{
		operation: 'POST /simulator/v1/phones/{}/messages',
		code: 'not_admin',
		what: 'a phone writes to a group for admins only',
		call: async (fixtures, { instanceId, number }) => ({
			path: { number: String(number) },
			body: {
				instanceId,
				content: 'Hello',
				groupId: await fixtures.newAnnouncementGroup(String(instanceId)),
			},
		}),
	},
	{
		operation: 'POST /simulator/v1/phones/{}/messages',
		code: 'message_not_found',
		what: 'a phone replies to a message of another chat',
		call: (_fixtures, { instanceId, number, messageId }) => ({
			path: { number: String(number) },
			body: { instanceId, content: 'Yes', quotedMessageId: messageId },
		}),
	},
	...[
		{ method: 'GET', action: 'messages', fields: {} },
		{ method: 'POST', action: 'messages', fields: { content: 'Hello' } },
		{ method: 'POST', action: 'read', fields: {} },
		{ method: 'POST', action: 'typing', fields: {} },
	].map(
		({ method, action, fields }): Scenario => ({
			operation: `${method} /simulator/v1/phones/{}/${action}`,
			code: 'group_not_found',
			what: 'a group the phone is not in',
			call: (_fixtures, { instanceId, number, groupId }) => ({
				path: { number: String(number) },
				[method === 'GET' ? 'query' : 'body']: { instanceId, groupId, ...fields },
			}),
		}),
	),
	...[
		{ action: 'messages', fields: { content: 'Hello' } },
		{ action: 'read', fields: {} },
		{ action: 'typing', fields: {} },
	].map(
		({ action, fields }): Scenario => ({
			operation: `POST /simulator/v1/phones/{}/${action}`,
			code: 'phone_offline',
			what: 'a phone that is offline',
			call: async (fixtures, { instanceId }) => ({
				path: { number: await fixtures.controlPhone(OTHER_MANUAL_PHONE, { online: false }) },
				body: { instanceId, ...fields },
			}),
		}),
	),
];

function afterLogout(action: string, body?: unknown): Scenario {
	return {
		operation: `POST /simulator/v1/instances/{}/${action}`,
		code: 'instance_disconnected',
		what: 'not connected',
		call: async (fixtures) => ({ path: await loggedOutInstance(fixtures), body }),
	};
}

/** Creates an instance with a message and a group, and logs it out. Returns the path parameters. */
async function loggedOutInstance(fixtures: Fixtures): Promise<Record<string, string>> {
	const instanceId = await fixtures.newConnected();
	const messageId = await fixtures.send(instanceId, SILENT_PHONE);
	const groupId = await fixtures.newGroup(instanceId);
	await fixtures.session.send('POST /simulator/v1/instances/{}/logout', { path: { instanceId } });
	return { instanceId, messageId, groupId, phone: PHONE };
}
