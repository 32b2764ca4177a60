import { newGroupOfOther, newPairingCode } from '../fixtures/conversation-samples.ts';
import { ABSENT_PHONE, PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import type { Call } from '../client/session.ts';
import type { Scenario } from './scenario.ts';

const GROUP = '120363123456789012@g.us';
const CHAT = `${PHONE}@s.whatsapp.net`;
const SIMULATED = '/simulator/v1/instances/{}';

/** Requests that change a picture, with the other fields of their bodies. */
const PICTURES = ['PATCH /v1/instances/{}/profile', 'PATCH /v1/groups/{}'];
const REFUSED_PICTURES = [
	['invalid_media_url', 'ftp://example.com/a.png'],
	['invalid_media_url', 'media:med_00000000000000000000000000'],
	['media_download_failed', '{receiver}/media/missing.png'],
	['unsupported_media_type', '{receiver}/media/page.html'],
	['media_too_large', '{receiver}/media/huge.png'],
] as const;

/** The actions of others on the simulated network, with a valid body. */
const BY_OTHERS: readonly { operation: string; body?: object }[] = [
	{ operation: `POST ${SIMULATED}/calls`, body: { from: PHONE } },
	{ operation: `POST ${SIMULATED}/presence`, body: { from: PHONE, state: 'typing' } },
	{ operation: `POST ${SIMULATED}/restriction`, body: { kind: 'new_chats' } },
	{ operation: `DELETE ${SIMULATED}/restriction` },
	{ operation: `GET ${SIMULATED}/groups/{}` },
	{ operation: `PATCH ${SIMULATED}/groups/{}`, body: { by: PHONE, name: 'Neighbours' } },
	{ operation: `POST ${SIMULATED}/groups/{}/participants`, body: { action: 'add', participants: [PHONE] } },
	{ operation: `PATCH ${SIMULATED}/groups/{}/participants`, body: { action: 'add', participants: [PHONE] } },
	{ operation: `PATCH ${SIMULATED}/chats/{}`, body: { pinned: true } },
];

/** The same with a phone that is none. */
const INVALID_PHONES: readonly { operation: string; body: object }[] = [
	{ operation: `POST ${SIMULATED}/calls`, body: { from: '+49' } },
	{ operation: `POST ${SIMULATED}/presence`, body: { from: '+49', state: 'typing' } },
	{ operation: `PATCH ${SIMULATED}/groups/{}`, body: { by: '+49', name: 'Neighbours' } },
	{ operation: `POST ${SIMULATED}/groups/{}/participants`, body: { action: 'add', participants: ['+49'] } },
	{ operation: `PATCH ${SIMULATED}/groups/{}/participants`, body: { action: 'add', participants: ['+49'] } },
];

/** Changes of chats, contacts, groups and profiles that are refused, by the instance and by others. */
export const CONVERSATION_SCENARIOS: readonly Scenario[] = [
	...PICTURES.flatMap((operation) =>
		REFUSED_PICTURES.map(
			([code, url]): Scenario => ({
				operation,
				code,
				what: `${url} as picture`,
				call: ({ receiver }, { instanceId, groupId }) => {
					const picture = url.replace('{receiver}', receiver.url);
					return operation.endsWith('profile')
						? { path: { instanceId: String(instanceId) }, body: { picture } }
						: { path: { groupId: String(groupId) }, body: { instanceId, picture } };
				},
			}),
		),
	),
	{
		operation: 'PATCH /v1/instances/{}/profile',
		code: 'instance_disconnected',
		what: 'not connected',
		call: async (fixtures) => ({
			path: { instanceId: await fixtures.newInstance() },
			body: { name: 'Shop' },
		}),
	},
	{
		operation: 'PATCH /v1/instances/{}/profile',
		code: 'official_api_instance',
		what: 'the name of an official instance',
		call: async (fixtures) => ({ path: { instanceId: await fixtures.limited() }, body: { name: 'Shop' } }),
	},
	...['PATCH /v1/instances/{}/profile', 'PATCH /v1/chats/{}', 'PATCH /v1/groups/{}'].map(
		(operation): Scenario => ({
			operation,
			code: 'invalid_parameters',
			what: 'nothing to change',
			call: (_fixtures, { instanceId, groupId }) =>
				operation.endsWith('profile')
					? { path: { instanceId: String(instanceId) }, body: {} }
					: { path: { chatId: CHAT, groupId: String(groupId) }, body: { instanceId } },
		}),
	),
	...['block', 'unblock'].flatMap((action): Scenario[] => [
		contact(action, 'contact_not_found', ABSENT_PHONE),
		contact(action, 'invalid_phone_number', 'somebody'),
	]),
	notAdmin('PATCH', '', { name: 'Mine' }),
	notAdmin('GET', '/invite'),
	notAdmin('DELETE', '/invite'),
	{
		operation: 'POST /v1/groups/join',
		code: 'group_not_found',
		what: 'an invite of no group',
		call: (_fixtures, { instanceId }) => ({
			body: { instanceId, invite: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv' },
		}),
	},
	...BY_OTHERS.flatMap(({ operation, body }): Scenario[] => [
		{
			operation,
			code: 'instance_disconnected',
			what: 'not connected',
			call: async (fixtures) => byOther(await loggedOut(fixtures), body),
		},
		{
			operation,
			code: 'official_api_instance',
			what: 'an official instance',
			call: async (fixtures) => byOther(await fixtures.limited(), body),
		},
	]),
	...INVALID_PHONES.map(
		({ operation, body }): Scenario => ({
			operation,
			code: 'invalid_phone_number',
			what: 'an invalid phone',
			call: (_fixtures, { instanceId, groupId }) => byOther(String(instanceId), body, String(groupId)),
		}),
	),
	{
		operation: `POST ${SIMULATED}/presence`,
		code: 'group_not_found',
		what: 'in no group of the instance',
		call: (_fixtures, { instanceId }) =>
			byOther(String(instanceId), { from: PHONE, state: 'typing', groupId: GROUP }),
	},
	...['PATCH', 'POST'].map(
		(method): Scenario => ({
			operation: `${method} ${SIMULATED}/groups/{}/participants`,
			code: 'not_admin',
			what: 'by a member',
			call: (_fixtures, { instanceId, groupId }) => {
				const body = { by: PHONE, action: 'add', participants: ['4915112345656'] };
				return byOther(String(instanceId), body, String(groupId));
			},
		}),
	),
	{
		operation: `PATCH ${SIMULATED}/groups/{}`,
		code: 'not_admin',
		what: 'by a member',
		call: (_fixtures, { instanceId, groupId }) =>
			byOther(String(instanceId), { by: PHONE, announce: true }, String(groupId)),
	},
	{
		operation: `POST ${SIMULATED}/passkey-challenge`,
		code: 'instance_disconnected',
		what: 'no code to confirm',
		call: async (fixtures) => ({ path: { instanceId: await fixtures.newInstance() } }),
	},
	{
		operation: `POST ${SIMULATED}/pairing`,
		code: 'instance_disconnected',
		what: 'no pairing code',
		call: async (fixtures) => byOther(await fixtures.newQrPending(), { code: 'K7QP-2M4X' }),
	},
	{
		operation: `POST ${SIMULATED}/pairing`,
		code: 'invalid_parameters',
		what: 'another code',
		// No pairing code has this letter.
		call: async (fixtures) => byOther((await newPairingCode(fixtures)).instanceId, { code: 'OOOO-OOOO' }),
	},
];

function contact(action: string, code: string, contactId: string): Scenario {
	return {
		operation: `POST /v1/contacts/{}/${action}`,
		code,
		what: contactId,
		call: (_fixtures, { instanceId }) => ({ path: { contactId }, body: { instanceId } }),
	};
}

/** A request about a group in which the instance is no admin. */
function notAdmin(method: string, action: string, fields?: object): Scenario {
	return {
		operation: `${method} /v1/groups/{}${action}`,
		code: 'not_admin',
		what: 'a group of another admin',
		call: async (fixtures, known) => {
			const instanceId = String(known.instanceId);
			const path = { groupId: await newGroupOfOther(fixtures, instanceId) };
			return fields === undefined
				? { path, query: { instanceId } }
				: { path, body: { instanceId, ...fields } };
		},
	};
}

function byOther(instanceId: string, body?: object, groupId = GROUP): Call {
	return { path: { instanceId, groupId, chatId: CHAT }, ...(body === undefined ? {} : { body }) };
}

/** An instance with a chat, which is logged out. */
async function loggedOut(fixtures: Fixtures): Promise<string> {
	const instanceId = await fixtures.newConnected();
	await fixtures.receiveFrom(instanceId, PHONE);
	await fixtures.session.send('POST /simulator/v1/instances/{}/logout', { path: { instanceId } });
	return instanceId;
}
