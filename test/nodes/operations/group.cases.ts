import { expect } from '@jest/globals';

import type { Arrange, World } from './world.ts';
import { dataOf, idIn, located } from './world.ts';

const FIRST = '491513000011';
const SECOND = '491513000012';

interface Group {
	id: string;
	name: string;
	participants: { phone: string; isAdmin: boolean }[];
}

async function newGroup({ gateway, instanceId }: World, name: string): Promise<string> {
	const { body } = await gateway.request<{ data: { id: string } }>('POST', '/v1/groups', {
		instanceId,
		name,
		participants: [FIRST],
	});
	return body.data.id;
}

function groupIn(world: World, groupId: string): Promise<Group> {
	return dataOf<Group>(world, `/v1/groups/${groupId}?instanceId=${world.instanceId}`);
}

/** A case for what is done to participants: who it is done to, and what must have become of the group. */
function participants(
	phones: string,
	output: object[],
	afterwards: (group: Group) => void,
	before?: (world: World, groupId: string) => Promise<unknown>,
): Arrange {
	return async (world) => {
		const groupId = await newGroup(world, 'Project team');
		await before?.(world, groupId);
		return {
			parameters: {
				...located('instanceId', world.instanceId),
				...located('groupId', groupId),
				participants: phones,
			},
			output,
			afterwards: async () => {
				afterwards(await groupIn(world, groupId));
			},
		};
	};
}

function adminsOf({ participants: all }: Group): string[] {
	return all.filter(({ isAdmin }) => isAdmin).map(({ phone }) => phone);
}

export const group: Record<string, Arrange> = {
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

	create: (world) =>
		Promise.resolve({
			parameters: {
				...located('instanceId', world.instanceId),
				name: 'Release party',
				participants: '={{ $json.guests }}',
				options: { description: 'On Friday' },
			},
			input: [{ json: { guests: [FIRST, `+${SECOND}`] } }],
			output: [{ json: { name: 'Release party', participantsCount: 3, isAdmin: true } }],
			afterwards: async ([item]) => {
				const created = await groupIn(world, idIn(item));
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

	get: async (world) => {
		const groupId = await newGroup(world, 'To be read');
		return {
			parameters: { ...located('instanceId', world.instanceId), ...located('groupId', groupId) },
			output: [{ json: { id: groupId, name: 'To be read', participants: expect.any(Array) } }],
		};
	},

	getAll: async (world) => {
		const newest = await newGroup(world, 'The newest');
		return {
			parameters: { ...located('instanceId', world.instanceId), returnAll: false, limit: 1 },
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
