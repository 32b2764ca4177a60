import { ABSENT_PHONE, BLOCKING_PHONE, PHONE } from '../fixtures/fixtures.ts';
import { at } from '../document/schema.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

/** Groups that cannot be made or changed, and contacts that cannot be looked up. */
export const GROUP_SCENARIOS: readonly Scenario[] = [
	...[ABSENT_PHONE, BLOCKING_PHONE].map(
		(phone): Scenario => ({
			operation: 'POST /v1/groups',
			code: 'invalid_parameters',
			what: `with ${phone}, who cannot be added`,
			call: (_world, { instanceId }) => ({
				body: { instanceId, name: 'Team', participants: [PHONE, phone] },
			}),
		}),
	),
	...['POST /v1/groups', 'POST /v1/groups/{}/participants'].map(
		(operation): Scenario => ({
			operation,
			code: 'invalid_phone_number',
			what: 'a participant that is no phone',
			call: (_world, { instanceId, groupId }) => ({
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
		what: 'a group somebody else runs',
		call: async (fixtures, { instanceId }) => ({
			path: { groupId: await foreignGroup(fixtures) },
			body: { instanceId, action: 'add', participants: [PHONE] },
		}),
	},
	{
		operation: 'POST /v1/contacts/check',
		code: 'invalid_phone_number',
		what: 'a phone that is none',
		call: (_world, { instanceId }) => ({ body: { instanceId, phones: [PHONE, '+49'] } }),
	},
	{
		operation: 'GET /v1/contacts/{}/profile',
		code: 'contact_not_found',
		what: 'a phone that is not on the network',
		call: (_world, { instanceId }) => ({ path: { phone: ABSENT_PHONE }, query: { instanceId } }),
	},
	{
		operation: 'GET /v1/contacts/{}/profile',
		code: 'invalid_phone_number',
		what: 'a phone that is none',
		call: (_world, { instanceId }) => ({ path: { phone: 'somebody' }, query: { instanceId } }),
	},
];

/** A group the connected instance is in without being its admin. */
async function foreignGroup(fixtures: Fixtures): Promise<string> {
	const { answer } = await fixtures.session.send('GET /v1/groups', {
		query: { instanceId: await fixtures.connected() },
	});
	const groups = at(answer.json, 'data');
	const foreign = (Array.isArray(groups) ? (groups as unknown[]) : []).find(
		(group) => at(group, 'isAdmin') === false,
	);
	const id = at(foreign, 'id');
	if (typeof id !== 'string') throw new Error('The instance is in no group that somebody else runs.');
	return id;
}
