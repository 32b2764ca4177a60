import { expect } from '@jest/globals';

import type { ArrangeCase, Fixture } from './fixture.ts';
import { getData, getId, locator } from './fixture.ts';

const FIRST = '491513000011';
const SECOND = '491513000012';

interface Group {
	id: string;
	name: string;
	participants: { phone: string; isAdmin: boolean }[];
}

async function createGroup({ gateway, instanceId }: Fixture, name: string): Promise<string> {
	const { body } = await gateway.request<{ data: { id: string } }>('POST', '/v1/groups', {
		instanceId,
		name,
		participants: [FIRST],
	});
	return body.data.id;
}

function getGroup(fixture: Fixture, groupId: string): Promise<Group> {
	return getData<Group>(fixture, `/v1/groups/${groupId}?instanceId=${fixture.instanceId}`);
}

/** Returns a test case of an operation on participants. `verifyGroup` checks the group after the run. */
function participants(
	phones: string,
	output: object[],
	verifyGroup: (group: Group) => void,
	before?: (fixture: Fixture, groupId: string) => Promise<unknown>,
): ArrangeCase {
	return async (fixture) => {
		const groupId = await createGroup(fixture, 'Project team');
		await before?.(fixture, groupId);
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('groupId', groupId),
				participants: phones,
			},
			output,
			verify: async () => {
				verifyGroup(await getGroup(fixture, groupId));
			},
		};
	};
}

function adminsOf({ participants: all }: Group): string[] {
	return all.filter(({ isAdmin }) => isAdmin).map(({ phone }) => phone);
}

export const group: Record<string, ArrangeCase> = {
	addParticipants: participants(
		`+${SECOND}, ${FIRST}`,
		[
			{ json: { action: 'add', phone: SECOND, status: 'success' }, pairedItem: { item: 0 } },
			{ json: { action: 'add', phone: FIRST, status: 'failed', reason: 'already_participant' } },
		],
		(changed) => {
			expect(changed.participants.map(({ phone }) => phone)).toContain(SECOND);
		},
	),

	create: (fixture) =>
		Promise.resolve({
			parameters: {
				...locator('instanceId', fixture.instanceId),
				name: 'Release party',
				participants: '={{ $json.guests }}',
				options: { description: 'On Friday' },
			},
			input: [{ json: { guests: [FIRST, `+${SECOND}`] } }],
			output: [{ json: { name: 'Release party', participantsCount: 3, isAdmin: true } }],
			verify: async ([item]) => {
				const created = await getGroup(fixture, getId(item));
				expect(created).toMatchObject({ name: 'Release party', description: 'On Friday' });
			},
		}),

	demoteParticipants: participants(
		FIRST,
		[{ json: { action: 'demote', phone: FIRST, status: 'success' } }],
		(changed) => {
			expect(adminsOf(changed)).not.toContain(FIRST);
		},
		({ gateway, instanceId }, groupId) =>
			gateway.request('POST', `/v1/groups/${groupId}/participants`, {
				instanceId,
				action: 'promote',
				participants: [FIRST],
			}),
	),

	get: async (fixture) => {
		const groupId = await createGroup(fixture, 'To be read');
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('groupId', groupId) },
			output: [{ json: { id: groupId, name: 'To be read', participants: expect.any(Array) } }],
		};
	},

	getAll: async (fixture) => {
		const newest = await createGroup(fixture, 'The newest');
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), returnAll: false, limit: 1 },
			output: [{ json: { id: newest, name: 'The newest', participantsCount: 2, isAdmin: true } }],
		};
	},

	promoteParticipants: participants(
		FIRST,
		[{ json: { action: 'promote', phone: FIRST, status: 'success' } }],
		(changed) => {
			expect(adminsOf(changed)).toContain(FIRST);
		},
	),

	removeParticipants: participants(
		FIRST,
		[{ json: { action: 'remove', phone: FIRST, status: 'success' } }],
		(changed) => {
			expect(changed.participants.map(({ phone }) => phone)).not.toContain(FIRST);
		},
	),
};
