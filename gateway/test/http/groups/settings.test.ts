import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { storedFiles } from '../../support/media.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents } from '../../support/report.ts';
import { limitedInstance, patch, refusal, upload } from '../../support/requests.ts';
import { PDF, PNG } from '../../support/sample-files.ts';
import { ANA, BEN, groupRequests, jidOf, type GroupRequests } from './group-requests.ts';

describe('settings of groups', () => {
	let gateway: TestGateway;
	let owner: Browser;
	let instanceId: string;
	let own: string;
	let groups: GroupRequests;

	beforeAll(async () => {
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
	});
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
		groups = groupRequests(gateway, instanceId);
		own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
	});
	afterAll(() => gateway.close());

	const change = (groupId: string, changes: object, instance = instanceId) =>
		patch(gateway, `/v1/groups/${groupId}`, { instanceId: instance, ...changes });
	const inviteOf = (groupId: string, instance = instanceId) =>
		gateway.get(`/v1/groups/${groupId}/invite?instanceId=${instance}`);
	const revoke = (groupId: string, instance = instanceId) =>
		gateway.delete(`/v1/groups/${groupId}/invite?instanceId=${instance}`);
	const leave = (groupId: string, instance = instanceId) =>
		gateway.delete(`/v1/groups/${groupId}/membership?instanceId=${instance}`);
	const join = (invite: string, instance = instanceId) =>
		gateway.post('/v1/groups/join', { instanceId: instance, invite });
	const eventsOf = (kind: string) => recordedEvents(owner, instanceId, kind);
	const byMe = () => ({ senderId: jidOf(own), from: own, isFromMe: true });

	describe('PATCH /v1/groups/:groupId', () => {
		it('changes a group, and reports it once as an own change', async () => {
			const groupId = (await groups.create()).text('data.id');
			await gateway.post('/v1/messages/send', { instanceId, to: groupId, message: 'Hello' });
			const settings = { name: 'Best friends', description: 'Since school', announce: true, restrict: true };
			const answer = await change(groupId, settings);
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual((await groups.detail(groupId)).body);
			expect(answer.at('data')).toMatchObject({
				name: 'Best friends',
				description: 'Since school',
				settings: { announce: true, restrict: true },
			});
			expect(await eventsOf('group.updated')).toMatchObject([
				{
					groupId,
					groupName: 'Best friends',
					changed: ['name', 'description', 'announce', 'restrict'],
					...settings,
					...byMe(),
				},
			]);
			const chats = await gateway.get(`/v1/chats?instanceId=${instanceId}`);
			expect(chats.at('data')).toMatchObject([{ chatId: groupId, contactName: 'Best friends' }]);
			expect((await change(groupId, { description: null })).at('data.description')).toBe(null);
		});

		it('sets the picture of an upload, removes it, and keeps no file', async () => {
			const groupId = (await groups.create()).text('data.id');
			const picture = await upload(gateway, PNG, 'image/png');
			const before = await storedFiles(gateway.folder);
			const answer = await change(groupId, { picture });
			expect(answer.text('data.pictureUrl')).toMatch(/^https:/);
			expect((await change(groupId, { picture: null })).at('data.pictureUrl')).toBe(null);
			expect(await storedFiles(gateway.folder)).toEqual(before);
			expect(await eventsOf('group.updated')).toMatchObject([
				{ changed: ['picture'], ...byMe() },
				{ changed: ['picture'] },
			]);
		});

		it('refuses a picture that is no image, or does not exist', async () => {
			const groupId = (await groups.create()).text('data.id');
			const pdf = await upload(gateway, PDF, 'application/pdf');
			expect(refusal(await change(groupId, { picture: pdf }))).toEqual([415, 'unsupported_media_type']);
			for (const picture of ['media:med_00000000000000000000000000', 'ftp://example.com/a.png', '']) {
				expect(refusal(await change(groupId, { picture }))).toEqual([400, 'invalid_media_url']);
			}
		});

		it('refuses one who is no admin, and a group that the instance is not in', async () => {
			const groupId = await groups.createAsOtherMember({ restrict: true });
			expect(refusal(await change(groupId, { name: 'Mine' }))).toEqual([403, 'not_admin']);
			for (const unknown of ['12036302524612648600@g.us', 'nobody']) {
				expect(refusal(await change(unknown, { name: 'Mine' }))).toEqual([404, 'group_not_found']);
			}
		});

		it.each([
			['nothing to change', {}],
			['a blank name', { name: ' ' }],
			['a name that is too long', { name: 'x'.repeat(101) }],
			['a blank description', { description: '' }],
			['a description that is too long', { description: 'x'.repeat(2049) }],
			['an unknown field', { colour: 'green' }],
		])('refuses %s', async (_what, changes) => {
			const groupId = (await groups.create()).text('data.id');
			expect(refusal(await change(groupId, changes))).toEqual([400, 'invalid_parameters']);
		});
	});

	describe('invites', () => {
		it('are links that stay the same until they are revoked', async () => {
			const groupId = (await groups.create()).text('data.id');
			const invite = (await inviteOf(groupId)).text('data.invite');
			expect(invite).toMatch(/^https:\/\/chat\.whatsapp\.com\/\S+$/);
			expect((await inviteOf(groupId)).text('data.invite')).toBe(invite);
			const renewed = (await revoke(groupId)).text('data.invite');
			expect(renewed).not.toBe(invite);
			expect((await inviteOf(groupId)).text('data.invite')).toBe(renewed);
			expect(await eventsOf('group.updated')).toMatchObject([{ changed: ['invite'], ...byMe() }]);
		});

		it('let the instance leave and join, each with one event', async () => {
			const groupId = await groups.createAsOtherMember();
			const path = `/simulator/v1/instances/${instanceId}/groups/${groupId}`;
			const invite = (await gateway.get(path)).text('data.invite');
			const left = await leave(groupId);
			expect([left.status, left.at('success')]).toEqual([200, true]);
			expect(refusal(await leave(groupId))).toEqual([404, 'group_not_found']);
			const joined = await join(invite.slice(invite.lastIndexOf('/') + 1));
			expect(joined.body).toEqual((await groups.detail(groupId)).body);
			const myself = { ...byMe(), participants: [{ id: jidOf(own), phone: own }] };
			expect(await eventsOf('group.participants')).toMatchObject([
				{ groupId, action: 'leave', ...myself },
				{ groupId, action: 'join', ...myself },
			]);
		});

		it('refuses an invite that was revoked or never was one, and one who is no admin', async () => {
			const groupId = (await groups.create({ participants: [ANA, BEN] })).text('data.id');
			const invite = (await inviteOf(groupId)).text('data.invite');
			await revoke(groupId);
			for (const invalid of [invite, 'https://example.com/', 'x']) {
				expect(refusal(await join(invalid))).toEqual([404, 'group_not_found']);
			}
			const theirs = await groups.createAsOtherMember();
			expect(refusal(await inviteOf(theirs))).toEqual([403, 'not_admin']);
			expect(refusal(await revoke(theirs))).toEqual([403, 'not_admin']);
		});
	});

	it('refuses each request to an instance of the official API', async () => {
		const official = await limitedInstance(gateway);
		const groupId = '120363025246125486@g.us';
		for (const answer of [
			await change(groupId, { name: 'Mine' }, official),
			await inviteOf(groupId, official),
			await revoke(groupId, official),
			await leave(groupId, official),
			await join('https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv', official),
		]) {
			expect(refusal(answer)).toEqual([409, 'official_api_instance']);
		}
	});
});
