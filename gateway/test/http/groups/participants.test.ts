import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { reached } from '../../support/media.ts';
import { ANA, BEN, CLEO, groupRequests, jidOf, type GroupRequests } from './group-requests.ts';

describe('participants of groups', () => {
	let gateway: TestGateway;
	let instanceId: string;
	let groups: GroupRequests;
	let own: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		groups = groupRequests(gateway, instanceId);
		own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
	});
	afterAll(() => gateway.close());

	const listIds = async () => ((await groups.list()).at('data') as unknown[]).map((group) => at(group, 'id'));

	describe('POST /v1/groups/:groupId/participants', () => {
		let group: string;
		beforeEach(async () => {
			group = (await groups.create()).text('data.id');
		});
		const success = (phone: string) => ({ phone, status: 'success' });
		const failed = (phone: string, error: string) => ({ phone, status: 'failed', error });

		it('adds participants and returns a result for each, in the order of the request', async () => {
			const phones = [CLEO, ANA, '4915112340000', '4915112340002', own];
			const answer = await groups.changeParticipants(group, 'add', phones);
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual({
				success: true,
				data: {
					action: 'add',
					results: [
						success(CLEO),
						failed(ANA, 'already_participant'),
						failed('4915112340000', 'not_on_network'),
						failed('4915112340002', 'not_on_network'),
						failed(own, 'already_participant'),
					],
				},
			});
			expect((await groups.detail(group)).at('data.participants')).toHaveLength(4);
			expect(await groups.member(group, CLEO)).toEqual({
				id: jidOf(CLEO),
				phone: CLEO,
				isAdmin: false,
				isSuperAdmin: false,
			});
		});

		it('adds a person who is named twice once, by any ids', async () => {
			const answer = await groups.changeParticipants(group, 'add', [CLEO, jidOf(CLEO), '4915112340000']);
			expect(answer.at('data.results')).toEqual([
				success(CLEO),
				failed(CLEO, 'already_participant'),
				failed('4915112340000', 'not_on_network'),
			]);
			expect((await groups.detail(group)).at('data.participants')).toHaveLength(4);
		});

		it('adds and removes a person whose phone is not known', async () => {
			const id = '123456789012345@lid';
			const added = await groups.changeParticipants(group, 'add', [id]);
			expect(added.at('data.results')).toEqual([{ phone: null, id, status: 'success' }]);
			expect((await groups.detail(group)).at('data.participants')).toContainEqual({
				id,
				phone: null,
				isAdmin: false,
				isSuperAdmin: false,
			});
			const removed = await groups.changeParticipants(group, 'remove', [id, 'DE.abc123@bsuid']);
			expect(removed.at('data.results')).toEqual([
				{ phone: null, id, status: 'success' },
				{ phone: null, id: 'DE.abc123@bsuid', status: 'failed', error: 'not_participant' },
			]);
		});

		it('removes participants', async () => {
			const answer = await groups.changeParticipants(group, 'remove', [ANA, CLEO, ANA]);
			expect(answer.at('data')).toEqual({
				action: 'remove',
				results: [success(ANA), failed(CLEO, 'not_participant'), success(ANA)],
			});
			expect(await groups.member(group, ANA)).toBeUndefined();
			expect((await groups.changeParticipants(group, 'remove', [ANA])).at('data.results')).toEqual([
				failed(ANA, 'not_participant'),
			]);
		});

		it('promotes and demotes participants, and accepts repetitions', async () => {
			for (const attempt of ['first', 'again']) {
				const answer = await groups.changeParticipants(group, 'promote', [ANA, CLEO]);
				expect([attempt, answer.at('data.results')]).toEqual([
					attempt,
					[success(ANA), failed(CLEO, 'not_participant')],
				]);
				expect((await groups.detail(group)).at('data.admins')).toEqual([own, ANA]);
			}
			expect(await groups.member(group, ANA)).toEqual({
				id: jidOf(ANA),
				phone: ANA,
				isAdmin: true,
				isSuperAdmin: false,
			});
			for (const attempt of ['first', 'again']) {
				const answer = await groups.changeParticipants(group, 'demote', [ANA, '4915112340000']);
				expect([attempt, answer.at('data.results')]).toEqual([
					attempt,
					[success(ANA), failed('4915112340000', 'not_participant')],
				]);
				expect((await groups.detail(group)).at('data.admins')).toEqual([own]);
			}
		});

		it('applies all of several concurrent changes', async () => {
			const phones = Array.from({ length: 20 }, (_, index) => `4915166666${600 + index}`);
			await Promise.all(phones.map((phone) => groups.changeParticipants(group, 'add', [phone])));
			expect((await groups.detail(group)).at('data.participants')).toHaveLength(23);
		});

		it.each(['add', 'remove', 'promote', 'demote'])(
			'answers 403 for %s by an instance that is no admin',
			async (action) => {
				const theirs = await groups.createAsOtherMember({ participants: [BEN] });
				const answer = await groups.changeParticipants(theirs, action, [BEN]);
				expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
				expect((await groups.detail(theirs)).at('data.participants')).toHaveLength(3);
			},
		);

		it('accepts changes by an instance only while it is an admin', async () => {
			const theirs = await groups.createAsOtherMember();
			await groups.asOtherMember(`/${theirs}/participants`, { action: 'promote', participants: [own] });
			expect((await groups.changeParticipants(theirs, 'add', [CLEO])).status).toBe(200);
			await groups.asOtherMember(`/${theirs}/participants`, { action: 'demote', participants: [own] });
			const answer = await groups.changeParticipants(theirs, 'add', [BEN]);
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
		});

		it('answers 404 for a group that the instance was removed from, until it is added again', async () => {
			await groups.asOtherMember(`/${group}/participants`, { action: 'remove', participants: [own] });
			for (const answer of [
				await groups.detail(group),
				await groups.changeParticipants(group, 'add', [CLEO]),
			]) {
				expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
			}
			expect(await listIds()).not.toContain(group);
			await groups.asOtherMember(`/${group}/participants`, { action: 'add', participants: [own] });
			expect(await listIds()).toContain(group);
			expect((await groups.changeParticipants(group, 'add', [CLEO])).at('error.code')).toBe('not_admin');
		});

		it('makes another participant an admin when the last admin leaves', async () => {
			await groups.changeParticipants(group, 'remove', [own]);
			await groups.asOtherMember(`/${group}/participants`, { action: 'add', participants: [own] });
			expect((await groups.detail(group)).at('data')).toMatchObject({ owner: own, admins: [ANA] });
		});

		it.each([
			['no action', { action: undefined }, 'invalid_parameters'],
			['an unknown action', { action: 'ban' }, 'invalid_parameters'],
			['no participants', { participants: undefined }, 'invalid_parameters'],
			['an empty list', { participants: [] }, 'invalid_parameters'],
			['1025 participants', { participants: Array<string>(1025).fill(ANA) }, 'invalid_parameters'],
			['an unknown field', { reason: 'none' }, 'invalid_parameters'],
			['an invalid phone number', { participants: ['me'] }, 'invalid_phone_number'],
		])('answers 400 for %s', async (_what, wrong, code) => {
			const answer = await groups.changeParticipants(group, 'add', [CLEO], wrong);
			expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
		});
	});

	describe('groups of other members on the simulated network', () => {
		it('returns an announcement group with the instance as a plain member', async () => {
			const id = await groups.createAsOtherMember({ participants: [BEN], announce: true, restrict: true });
			expect((await groups.detail(id)).at('data')).toMatchObject({
				owner: ANA,
				admins: [ANA],
				settings: { announce: true, restrict: true },
			});
			expect(await groups.member(id, own)).toEqual({
				id: jidOf(own),
				phone: own,
				isAdmin: false,
				isSuperAdmin: false,
			});
		});

		it('accepts messages in an announcement group from admins only', async () => {
			const id = await groups.createAsOtherMember({ participants: [BEN], announce: true });
			const refused = await reached(gateway, await sendText(gateway, instanceId, id), 'failed');
			expect(at(refused, 'error.code')).toBe('recipient_blocked');
			expect(at(refused, 'error.message')).toContain('Only admins may write in the group "Theirs"');
			await groups.asOtherMember(`/${id}/participants`, { action: 'promote', participants: [own] });
			await reached(gateway, await sendText(gateway, instanceId, id), 'read');

			const open = await groups.createAsOtherMember({ participants: [BEN] });
			await reached(gateway, await sendText(gateway, instanceId, open), 'read');
			await groups.asOtherMember(`/${open}/participants`, { action: 'remove', participants: [own] });
			const gone = await reached(gateway, await sendText(gateway, instanceId, open), 'failed');
			expect(at(gone, 'error.code')).toBe('recipient_not_found');
		});

		it('answers 400 for a creator who is not on the network or is the instance', async () => {
			for (const from of ['4915112340000', own]) {
				const answer = await groups.asOtherMember('', { from, name: 'Theirs' });
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			}
			const answer = await groups.asOtherMember('/123456@g.us/participants', {
				action: 'add',
				participants: [ANA],
			});
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
		});
	});
});
