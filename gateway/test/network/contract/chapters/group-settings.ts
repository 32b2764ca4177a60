import { describe, expect, it } from '@jest/globals';
import { file } from '../../../support/servers/file-server.ts';
import { JPEG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import {
	actionOf,
	expectOfficialRefusal,
	type ContractContext,
	type TestInstance,
} from '../contract-context.ts';

/** Settings, pictures and invites of groups, joining and leaving, and what others change in them. */
export function groupSettings(context: ContractContext): void {
	const { capabilities } = context.network;
	const pathOf = (groupId: string, rest = ''): string => `/v1/groups/${groupId}${rest}`;
	const ofInstance = (path: string, instance: TestInstance): string => `${path}?instanceId=${instance.id}`;
	const connected = () => context.connected({ webhookEvents: ['*'] });
	const make = async (instance: TestInstance): Promise<{ id: string; member: string }> => {
		const member = context.world.person();
		const body = { instanceId: instance.id, name: 'Team', participants: [member] };
		return { id: (await context.gateway.post('/v1/groups', body)).text('data.id'), member };
	};
	const change = (instance: TestInstance, groupId: string, fields: object) =>
		context.gateway.patch(pathOf(groupId), { instanceId: instance.id, ...fields });
	const invite = (instance: TestInstance, groupId: string) =>
		context.gateway.get(ofInstance(pathOf(groupId, '/invite'), instance));
	const revoke = (instance: TestInstance, groupId: string) =>
		context.gateway.delete(ofInstance(pathOf(groupId, '/invite'), instance));
	const leave = (instance: TestInstance, groupId: string) =>
		context.gateway.delete(ofInstance(pathOf(groupId, '/membership'), instance));
	const join = (instance: TestInstance, link: string) =>
		context.gateway.post('/v1/groups/join', { instanceId: instance.id, invite: link });
	const isShown = async (instance: TestInstance, groupId: string): Promise<boolean> =>
		(await context.gateway.get(ofInstance(pathOf(groupId), instance))).status === 200;
	/** Resolves with the first event about participants that have changed by this action. */
	const participantsEvent = (instance: TestInstance, groupId: string, action: string) =>
		until(`group.participants with ${action}`, () =>
			instance
				.events('group.participants')
				.find((one) => one.at('data.groupId') === groupId && one.at('data.action') === action),
		);

	describe('settings of groups', () => {
		if (!capabilities.has('group_settings')) {
			it('are rejected with official_api_instance', async () => {
				const instance = await context.connected();
				const groupId = '120363123456789012@g.us';
				const answers = await Promise.all([
					change(instance, groupId, { name: 'Crew' }),
					invite(instance, groupId),
					revoke(instance, groupId),
					join(instance, 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv'),
					leave(instance, groupId),
				]);
				answers.forEach(expectOfficialRefusal);
			});
			return;
		}

		it('are changed, and the network has them', async () => {
			const instance = await connected();
			const { id } = await make(instance);
			const picture = context.files.serve('/group.jpg', file(JPEG, 'image/jpeg'));
			const settings = { name: 'Crew', description: 'Who works when', announce: true, restrict: true };
			const answer = await change(instance, id, { ...settings, picture });
			expect(answer.status).toBe(200);
			const { announce, restrict, ...texts } = settings;
			expect(answer.at('data')).toMatchObject({ id, ...texts, settings: { announce, restrict } });
			expect(await actionOf(instance, 'seesGroup')(id)).toMatchObject({ ...settings, hasPicture: true });

			expect((await change(instance, id, { description: null, picture: null })).status).toBe(200);
			expect(await actionOf(instance, 'seesGroup')(id)).toMatchObject({
				name: 'Crew',
				description: null,
				hasPicture: false,
			});
		});

		it('are refused to a plain member of a group that leaves them to its admins', async () => {
			const instance = await connected();
			const owner = context.world.person();
			const id = await instance.end.startGroup(owner, 'Neighbours');
			await until('the group', () => isShown(instance, id));
			await actionOf(instance, 'changeGroup')(owner, id, { restrict: true });
			await instance.event('group.updated');
			const answer = await change(instance, id, { name: 'Mine' });
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
			expect(answer.text('error.message')).toMatch(/\. .*\.$/);
			expect((await actionOf(instance, 'seesGroup')(id)).name).toBe('Neighbours');
		});

		it('of a group that the instance is not in are refused', async () => {
			const instance = await connected();
			const unknown = '120363999999999999@g.us';
			for (const answer of [
				await change(instance, unknown, { name: 'Mine' }),
				await leave(instance, unknown),
			]) {
				expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
			}
		});

		it('include an invite, which people join by until it is revoked', async () => {
			const instance = await connected();
			const { id } = await make(instance);
			const [first, second] = [context.world.person(), context.world.person()];
			const link = (await invite(instance, id)).text('data.invite');
			expect(link).toMatch(/^https:\/\/\S+/);
			expect((await invite(instance, id)).at('data.invite')).toBe(link);

			const joinByInvite = actionOf(instance, 'joinByInvite');
			expect(await joinByInvite(first, link)).toBe(true);
			const joined = await participantsEvent(instance, id, 'join');
			expect(joined.at('data.participants')).toMatchObject([{ phone: first }]);

			const next = (await revoke(instance, id)).text('data.invite');
			expect(next).not.toBe(link);
			expect(await joinByInvite(second, link)).toBe(false);
			expect(await joinByInvite(second, next)).toBe(true);
			expect((await actionOf(instance, 'seesGroup')(id)).participants).toContain(second);
		});
	});

	if (!capabilities.has('received_group_changes')) return;
	describe('membership and changes by others', () => {
		it('leave a group, and join it again by its invite', async () => {
			const instance = await connected();
			const id = await instance.end.startGroup(context.world.person(), 'Neighbours');
			await until('the group', () => isShown(instance, id));
			expect((await leave(instance, id)).status).toBe(200);
			await until('the group to be gone', async () => !(await isShown(instance, id)));

			const link = await actionOf(instance, 'inviteTo')(id);
			const answer = await join(instance, link);
			expect([answer.status, answer.at('data.id'), answer.at('data.name')]).toEqual([200, id, 'Neighbours']);
			await until('the group again', () => isShown(instance, id));

			const wrong = await join(instance, 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv');
			expect([wrong.status, wrong.at('error.code')]).toEqual([404, 'group_not_found']);
		});

		it('publish settings that others change', async () => {
			const instance = await connected();
			const owner = context.world.person();
			const id = await instance.end.startGroup(owner, 'Neighbours');
			await until('the group', () => isShown(instance, id));
			await actionOf(instance, 'changeGroup')(owner, id, { name: 'Good neighbours' });
			const updated = await instance.event('group.updated');
			expect(updated.at('data')).toMatchObject({
				groupId: id,
				groupName: 'Good neighbours',
				changed: ['name'],
				name: 'Good neighbours',
				from: owner,
				isFromMe: false,
			});
			await actionOf(instance, 'changeGroup')(owner, id, { announce: true });
			await until('the other setting', () =>
				instance.events('group.updated').find((one) => one.at('data.announce') === true),
			);
		});

		it('publish participants whom others change', async () => {
			const instance = await connected();
			const [owner, person] = [context.world.person(), context.world.person()];
			const id = await instance.end.startGroup(owner, 'Neighbours');
			await until('the group', () => isShown(instance, id));
			const changeMembers = actionOf(instance, 'changeMembers');
			for (const action of ['add', 'promote', 'demote', 'remove'] as const) {
				await changeMembers(owner, id, action, [person]);
				const event = await participantsEvent(instance, id, action);
				expect(event.at('data')).toMatchObject({
					participants: [{ phone: person }],
					from: owner,
					isFromMe: false,
				});
			}
			await changeMembers(owner, id, 'add', [person]);
			await changeMembers(person, id, 'leave', [person]);
			const left = await participantsEvent(instance, id, 'leave');
			expect(left.at('data')).toMatchObject({ participants: [{ phone: person }], from: person });
		});
	});
}
