import { ABSENT_PHONE, BLOCKING_PHONE, PHONE } from '../fixtures/fixtures.ts';
import { at } from '../document/schema.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

/** Groups that cannot be created or changed, and contacts that cannot be found. */
export const GROUP_SCENARIOS: readonly Scenario[] = [
	...[ABSENT_PHONE, BLOCKING_PHONE].map(
		(phone): Scenario => ({
			operation: 'POST /v1/groups',
			code: 'invalid_parameters',
			what: `with ${phone}, which cannot be added`,
			call: (_fixtures, { instanceId }) => ({
				body: { instanceId, name: 'Team', participants: [PHONE, phone] },
			}),
		}),
	),
	...['POST /v1/groups', 'POST /v1/groups/{}/participants'].map(
		(operation): Scenario => ({
			operation,
			code: 'invalid_phone_number',
			what: 'an invalid phone as participant',
			call: (_fixtures, { instanceId, groupId }) => ({
				path: { groupId: String(groupId) },
				body: {
					instanceId,
					participants: ['+49'],
					...(operation.endsWith('groups') ? { name: 'Team' } : { action: 'add' }),
				},
			}),
		}),
	),
	{
		operation: 'POST /v1/groups/{}/participants',
		code: 'not_admin',
		what: 'a group of another admin',
		call: async (fixtures, { instanceId }) => ({
			path: { groupId: await foreignGroup(fixtures) },
			body: { instanceId, action: 'add', participants: [PHONE] },
		}),
	},
	{
		operation: 'POST /v1/contacts/check',
		code: 'invalid_phone_number',
		what: 'an invalid phone',
		call: (_fixtures, { instanceId }) => ({ body: { instanceId, phones: [PHONE, '+49'] } }),
	},
	{
		operation: 'GET /v1/contacts/{}/profile',
		code: 'contact_not_found',
		what: 'a phone that is not on the network',
		call: (_fixtures, { instanceId }) => ({ path: { phone: ABSENT_PHONE }, query: { instanceId } }),
	},
	{
		operation: 'GET /v1/contacts/{}/profile',
		code: 'invalid_phone_number',
		what: 'an invalid phone',
		call: (_fixtures, { instanceId }) => ({ path: { phone: 'somebody' }, query: { instanceId } }),
	},
];

/** Returns a group in which the connected instance is not an admin. Throws when there is none. */
async function foreignGroup(fixtures: Fixtures): Promise<string> {
	const { response } = await fixtures.session.send('GET /v1/groups', {
		query: { instanceId: await fixtures.connected() },
	});
	const groups = at(response.json, 'data');
	const foreign = (Array.isArray(groups) ? (groups as unknown[]) : []).find(
		(group) => at(group, 'isAdmin') === false,
	);
	const id = at(foreign, 'id');
	if (typeof id !== 'string') throw new Error('The instance is an admin of all its groups.');
	return id;
}
