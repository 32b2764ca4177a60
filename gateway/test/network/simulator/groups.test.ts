import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents } from '../../support/report.ts';

const OWNER = '4915112345678';
const MEMBER = '4915112345679';
const STRANGER = '4915112345671';

describe('groups that others change on the simulated network', () => {
	let gateway: TestGateway;
	let page: Browser;
	let instanceId: string;
	let own: string;
	let groupId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		page = await openOwner(gateway);
	});
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
		own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
		const body = { from: OWNER, name: 'Team', participants: [MEMBER] };
		groupId = (await gateway.post(path('groups'), body)).text('data.id');
	});
	afterAll(() => gateway.close());

	const path = (rest: string): string => `/simulator/v1/instances/${instanceId}/${rest}`;
	const change = async (body: object): Promise<unknown> => {
		const { status, at } = await gateway.patch(path(`groups/${groupId}`), body);
		return status === 200 ? 200 : at('error.code');
	};
	const people = async (body: object): Promise<unknown> => {
		const { status, at } = await gateway.patch(path(`groups/${groupId}/participants`), body);
		return status === 200 ? at('data.results.0.status') : at('error.code');
	};
	const events = (kind: string) =>
		recordedEvents(page, instanceId, kind) as Promise<Record<string, unknown>[]>;

	it('are changed by participants only, and what is theirs by admins only', async () => {
		expect(await change({ by: STRANGER, name: 'Mine' })).toBe('not_admin');
		expect(await change({ by: MEMBER, announce: true })).toBe('not_admin');
		expect(await change({ by: MEMBER, name: 'Ours' })).toBe(200);
		expect(await change({ by: OWNER, restrict: true })).toBe(200);
		expect(await change({ by: MEMBER, name: 'Mine' })).toBe('not_admin');
		expect(await people({ by: MEMBER, action: 'add', participants: [STRANGER] })).toBe('not_admin');
		expect(await events('group.updated')).toMatchObject([
			{ changed: ['name'], name: 'Ours', from: MEMBER },
			{ changed: ['restrict'], restrict: true, from: OWNER },
		]);
	});

	it('are changed by the owner of the account on the phone', async () => {
		await people({ by: OWNER, action: 'promote', participants: [own] });
		expect(await change({ by: own, description: 'Who works when' })).toBe(200);
		expect(await events('group.updated')).toMatchObject([
			{ changed: ['description'], from: own, isFromMe: true },
		]);
	});

	it('report a change once, and not one that changes nothing', async () => {
		expect(await change({ by: OWNER, name: 'Team', announce: false })).toBe(200);
		expect(await people({ by: OWNER, action: 'add', participants: [MEMBER] })).toBe('failed');
		expect(await events('group.updated')).toEqual([]);
		expect(await events('group.participants')).toEqual([]);
	});

	it('report nothing once the instance has left', async () => {
		await gateway.delete(`/v1/groups/${groupId}/membership?instanceId=${instanceId}`);
		expect(await change({ by: OWNER, name: 'Without you' })).toBe(200);
		expect(await events('group.updated')).toEqual([]);
		expect(await events('group.participants')).toMatchObject([
			{ action: 'leave', participants: [{ phone: own }], isFromMe: true },
		]);
	});

	it('are joined and left by people themselves', async () => {
		expect(await people({ by: OWNER, action: 'leave', participants: [MEMBER] })).toBe('invalid_parameters');
		expect(await people({ action: 'leave', participants: [MEMBER] })).toBe('success');
		const { invite } = (await gateway.get(path(`groups/${groupId}`))).at('data') as { invite: string };
		const code = invite.split('/').at(-1);
		expect(await people({ action: 'join', participants: [MEMBER], invite: code })).toBe('success');
		expect(await change({ by: OWNER, revokeInvite: true })).toBe(200);
		expect(await people({ action: 'join', participants: [STRANGER], invite })).toBe('group_not_found');
		expect(await events('group.participants')).toMatchObject([
			{ action: 'leave', from: MEMBER },
			{ action: 'join', from: MEMBER },
		]);
		expect(await events('group.updated')).toMatchObject([{ changed: ['invite'], from: OWNER }]);
	});
});
