import { expect } from '@jest/globals';

import { PNG } from '../../../gateway/test/support/sample-files.ts';
import type { ArrangeCase, Fixture } from './fixture.ts';
import { getData, getId, itemWithFiles, locator } from './fixture.ts';

const FIRST = '491513000011';
const SECOND = '491513000012';

interface Group {
	id: string;
	name: string;
	participants: { phone: string | null; isAdmin: boolean }[];
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

async function getInvite(fixture: Fixture, groupId: string): Promise<string> {
	const path = `/v1/groups/${groupId}/invite?instanceId=${fixture.instanceId}`;
	return (await getData<{ invite: string }>(fixture, path)).invite;
}

function leave({ gateway, instanceId }: Fixture, groupId: string) {
	return gateway.request('DELETE', `/v1/groups/${groupId}/membership?instanceId=${instanceId}`);
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

function adminsOf({ participants: all }: Group): (string | null)[] {
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

	getInvite: async (fixture) => {
		const groupId = await createGroup(fixture, 'Open to guests');
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('groupId', groupId) },
			output: [{ json: { invite: await getInvite(fixture, groupId) } }],
		};
	},

	join: async (fixture) => {
		const groupId = await createGroup(fixture, 'To be joined');
		const invite = await getInvite(fixture, groupId);
		await leave(fixture, groupId);
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), invite: ` ${invite} ` },
			output: [{ json: { id: groupId, name: 'To be joined' } }],
			verify: async () => {
				expect(await getGroup(fixture, groupId)).toMatchObject({ id: groupId });
			},
		};
	},

	leave: async (fixture) => {
		const groupId = await createGroup(fixture, 'To be left');
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('groupId', groupId) },
			output: [{ json: { success: true } }],
			verify: async () => {
				expect(await leave(fixture, groupId)).toMatchObject({ status: 404 });
			},
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

	revokeInvite: async (fixture) => {
		const groupId = await createGroup(fixture, 'With a new invite');
		const before = await getInvite(fixture, groupId);
		return {
			parameters: { ...locator('instanceId', fixture.instanceId), ...locator('groupId', groupId) },
			output: [{ json: { invite: expect.any(String) } }],
			verify: async ([item]) => {
				expect(item?.json.invite).not.toBe(before);
				expect(item?.json.invite).toBe(await getInvite(fixture, groupId));
			},
		};
	},

	update: async (fixture) => {
		const groupId = await createGroup(fixture, 'Old name');
		const changes = { name: 'New name', description: 'Who works when' };
		return {
			parameters: {
				...locator('instanceId', fixture.instanceId),
				...locator('groupId', groupId),
				updateFields: { ...changes, announce: true, restrict: true },
				picture: 'binary',
			},
			input: [itemWithFiles({ data: { name: 'team.png', mimeType: 'image/png', bytes: PNG } })],
			output: [{ json: { id: groupId, ...changes, settings: { announce: true, restrict: true } } }],
			verify: async () => {
				expect(await getGroup(fixture, groupId)).toMatchObject({
					...changes,
					pictureUrl: expect.stringMatching(/^https:/),
				});
			},
		};
	},
};
