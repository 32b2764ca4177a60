import { PHONE } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

const GROUP = '120363123456789012@g.us';

/** Operations that WhatsApp's official API does not support: each is rejected. */
export const OFFICIAL_LIMIT_SCENARIOS: readonly Scenario[] = [
	limited('GET /v1/groups', 'lists groups'),
	limited('POST /v1/groups', 'makes a group', { name: 'Team', participants: [PHONE] }),
	limited('GET /v1/groups/{}', 'shows a group'),
	limited('POST /v1/groups/{}/participants', 'changes a group', { action: 'add', participants: [PHONE] }),
	limited('PATCH /v1/groups/{}', 'renames a group', { name: 'Team' }),
	limited('GET /v1/groups/{}/invite', 'shows an invite'),
	limited('DELETE /v1/groups/{}/invite', 'revokes an invite'),
	limited('POST /v1/groups/join', 'joins a group', { invite: 'AbCdEfGhIjKlMnOpQrStUv' }),
	limited('DELETE /v1/groups/{}/membership', 'leaves a group'),
	limited('PATCH /v1/chats/{}', 'archives a chat', { archived: true }),
	limited('POST /v1/chats/{}/presence', 'subscribes to presence', {}),
	limited('POST /v1/contacts/check', 'checks numbers', { phones: [PHONE] }),
	limited('GET /v1/contacts/{}/profile', 'shows a profile'),
	limited('POST /v1/messages/send', 'writes to a group', { to: GROUP, message: 'Hello' }),
	limited('POST /v1/messages/send', 'sends a poll', {
		to: PHONE,
		poll: { question: 'Lunch?', options: ['Pizza', 'Pasta'] },
	}),
];

function limited(operation: string, what: string, fields?: Record<string, unknown>): Scenario {
	return {
		operation,
		code: 'official_api_instance',
		what: `an official instance ${what}`,
		call: async (fixtures) => {
			const instanceId = await fixtures.limited();
			const path = { groupId: GROUP, chatId: `${PHONE}@s.whatsapp.net`, phone: PHONE };
			return fields === undefined
				? { path, query: { instanceId } }
				: { path, body: { instanceId, ...fields } };
		},
	};
}
