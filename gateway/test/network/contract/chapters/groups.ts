import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

interface Participant {
	phone: string;
	isAdmin: boolean;
	isSuperAdmin: boolean;
}

/** Groups with roles and errors; the error of a network without groups. */
export function groups(context: ContractContext): void {
	const make = (instance: TestInstance, fields: object) =>
		context.gateway.post('/v1/groups', { instanceId: instance.id, ...fields });
	const list = (instance: TestInstance) => context.gateway.get(`/v1/groups?instanceId=${instance.id}`);
	const detail = (instance: TestInstance, groupId: string) =>
		context.gateway.get(`/v1/groups/${groupId}?instanceId=${instance.id}`);
	const change = (instance: TestInstance, groupId: string, action: string, ...participants: string[]) =>
		context.gateway.post(`/v1/groups/${groupId}/participants`, {
			instanceId: instance.id,
			action,
			participants,
		});
	const roles = async (instance: TestInstance, groupId: string) =>
		((await detail(instance, groupId)).at('data.participants') as Participant[]).map(
			({ phone, isAdmin, isSuperAdmin }) => [
				phone,
				isSuperAdmin ? 'super admin' : isAdmin ? 'admin' : 'member',
			],
		);

	describe('groups', () => {
		if (!context.network.capabilities.has('groups')) {
			it('are rejected with official_api_instance', async () => {
				const instance = await context.connected();
				const phone = context.world.person();
				const groupId = '120363123456789012@g.us';
				const answers = await Promise.all([
					list(instance),
					make(instance, { name: 'Team', participants: [phone] }),
					detail(instance, groupId),
					change(instance, groupId, 'add', phone),
					context.gateway.post('/v1/messages/send', {
						instanceId: instance.id,
						to: groupId,
						message: 'Hello',
					}),
				]);
				for (const answer of answers) {
					expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_instance']);
					expect(answer.text('error.message')).toMatch(/\. .*\.$/);
				}
			});
			return;
		}

		it('are created, listed and shown, with the instance as super admin', async () => {
			const instance = await context.connected();
			const [first, second] = [context.world.person(), context.world.person()];
			const fields = { name: 'Team', description: 'Who works when', participants: [first, second] };
			const made = await make(instance, fields);
			expect(made.status).toBe(201);
			const id = made.text('data.id');
			expect(made.at('data')).toEqual({ id, name: 'Team', participantsCount: 3, isAdmin: true });
			const own = (await context.gateway.get(`/v1/instances/${instance.id}`)).text('data.phone');
			expect((await list(instance)).at('data')).toContainEqual(
				expect.objectContaining({
					id,
					name: 'Team',
					description: 'Who works when',
					participantsCount: 3,
					isAdmin: true,
				}) as unknown,
			);
			const shown = await detail(instance, id);
			expect(shown.at('data')).toMatchObject({ id, owner: own, admins: [own] });
			expect(await roles(instance, id)).toEqual([
				[own, 'super admin'],
				[first, 'member'],
				[second, 'member'],
			]);
		});

		it('name the participants who are not on the network', async () => {
			const instance = await context.connected();
			const nobody = context.world.nobody();
			const answer = await make(instance, { name: 'Team', participants: [context.world.person(), nobody] });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain(nobody);
		});

		it('report an outcome for each changed participant', async () => {
			const instance = await context.connected();
			const [first, second, third] = [context.world.person(), context.world.person(), context.world.person()];
			const id = (await make(instance, { name: 'Team', participants: [first] })).text('data.id');
			const outcomes = async (action: string, ...phones: string[]) =>
				((await change(instance, id, action, ...phones)).at('data.results') as Record<string, string>[]).map(
					({ phone, status, error = null }) => [phone, status, error?.split(':')[0] ?? null],
				);
			expect(await outcomes('add', second, first, context.world.nobody())).toEqual([
				[second, 'success', null],
				[first, 'failed', 'already_participant'],
				[context.world.nobody(), 'failed', 'not_on_network'],
			]);
			expect(await outcomes('promote', second)).toEqual([[second, 'success', null]]);
			expect(await outcomes('remove', first, third)).toEqual([
				[first, 'success', null],
				[third, 'failed', 'not_participant'],
			]);
			expect((await roles(instance, id)).slice(1)).toEqual([[second, 'admin']]);
			expect(await outcomes('demote', second)).toEqual([[second, 'success', null]]);
			expect((await roles(instance, id)).slice(1)).toEqual([[second, 'member']]);
		});

		it('of others can be changed by their admins only', async () => {
			const instance = await context.connected();
			const owner = context.world.person();
			const id = await instance.end.startGroup(owner, 'Neighbours');
			const shown = await until('the group', async () => {
				const answer = await detail(instance, id);
				return answer.status === 200 && answer;
			});
			expect(shown.at('data')).toMatchObject({ name: 'Neighbours', owner });
			const answer = await change(instance, id, 'add', context.world.person());
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
			await instance.end.leaveGroup(id);
			await until('the group to be gone', async () => (await detail(instance, id)).status === 404);
			const gone = await change(instance, id, 'add', context.world.person());
			expect([gone.status, gone.at('error.code')]).toEqual([404, 'group_not_found']);
		});

		it('send and receive messages', async () => {
			const instance = await context.connected();
			const member = context.world.person();
			const id = (await make(instance, { name: 'Team', participants: [member] })).text('data.id');
			const messageId = await instance.send(id, 'To all of you');
			await instance.end.received(id, 'To all of you');
			expect((await instance.event('message.sent', messageId)).at('data')).toMatchObject({
				chatId: id,
				to: null,
			});
			await instance.end.write({ from: member, groupId: id, text: 'From one of us' });
			expect((await instance.event('message.received')).at('data')).toMatchObject({
				chatId: id,
				from: member,
				isGroup: true,
				content: 'From one of us',
			});
		});
	});
}
