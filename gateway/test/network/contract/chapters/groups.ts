import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

interface Participant {
	phone: string;
	isAdmin: boolean;
	isSuperAdmin: boolean;
}

/** Groups with roles and errors; the error of a network without groups. */
export function groups(stage: Stage): void {
	const make = (actor: Actor, fields: object) =>
		stage.gateway.post('/v1/groups', { instanceId: actor.id, ...fields });
	const list = (actor: Actor) => stage.gateway.get(`/v1/groups?instanceId=${actor.id}`);
	const detail = (actor: Actor, groupId: string) =>
		stage.gateway.get(`/v1/groups/${groupId}?instanceId=${actor.id}`);
	const change = (actor: Actor, groupId: string, action: string, ...participants: string[]) =>
		stage.gateway.post(`/v1/groups/${groupId}/participants`, {
			instanceId: actor.id,
			action,
			participants,
		});
	const roles = async (actor: Actor, groupId: string) =>
		((await detail(actor, groupId)).at('data.participants') as Participant[]).map(
			({ phone, isAdmin, isSuperAdmin }) => [
				phone,
				isSuperAdmin ? 'super admin' : isAdmin ? 'admin' : 'member',
			],
		);

	describe('groups', () => {
		if (!stage.network.capabilities.has('groups')) {
			it('are rejected with official_api_instance', async () => {
				const actor = await stage.connected();
				const phone = stage.world.person();
				const groupId = '120363123456789012@g.us';
				const answers = await Promise.all([
					list(actor),
					make(actor, { name: 'Team', participants: [phone] }),
					detail(actor, groupId),
					change(actor, groupId, 'add', phone),
					stage.gateway.post('/v1/messages/send', {
						instanceId: actor.id,
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
			const actor = await stage.connected();
			const [first, second] = [stage.world.person(), stage.world.person()];
			const fields = { name: 'Team', description: 'Who works when', participants: [first, second] };
			const made = await make(actor, fields);
			expect(made.status).toBe(201);
			const id = made.text('data.id');
			expect(made.at('data')).toEqual({ id, name: 'Team', participantsCount: 3, isAdmin: true });
			const own = (await stage.gateway.get(`/v1/instances/${actor.id}`)).text('data.phone');
			expect((await list(actor)).at('data')).toContainEqual(
				expect.objectContaining({
					id,
					name: 'Team',
					description: 'Who works when',
					participantsCount: 3,
					isAdmin: true,
				}) as unknown,
			);
			const shown = await detail(actor, id);
			expect(shown.at('data')).toMatchObject({ id, owner: own, admins: [own] });
			expect(await roles(actor, id)).toEqual([
				[own, 'super admin'],
				[first, 'member'],
				[second, 'member'],
			]);
		});

		it('name the participants who are not on the network', async () => {
			const actor = await stage.connected();
			const nobody = stage.world.nobody();
			const answer = await make(actor, { name: 'Team', participants: [stage.world.person(), nobody] });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain(nobody);
		});

		it('report an outcome for each changed participant', async () => {
			const actor = await stage.connected();
			const [first, second, third] = [stage.world.person(), stage.world.person(), stage.world.person()];
			const id = (await make(actor, { name: 'Team', participants: [first] })).text('data.id');
			const outcomes = async (action: string, ...phones: string[]) =>
				((await change(actor, id, action, ...phones)).at('data.results') as Record<string, string>[]).map(
					({ phone, status, error = null }) => [phone, status, error?.split(':')[0] ?? null],
				);
			expect(await outcomes('add', second, first, stage.world.nobody())).toEqual([
				[second, 'success', null],
				[first, 'failed', 'already_participant'],
				[stage.world.nobody(), 'failed', 'not_on_network'],
			]);
			expect(await outcomes('promote', second)).toEqual([[second, 'success', null]]);
			expect(await outcomes('remove', first, third)).toEqual([
				[first, 'success', null],
				[third, 'failed', 'not_participant'],
			]);
			expect((await roles(actor, id)).slice(1)).toEqual([[second, 'admin']]);
			expect(await outcomes('demote', second)).toEqual([[second, 'success', null]]);
			expect((await roles(actor, id)).slice(1)).toEqual([[second, 'member']]);
		});

		it('of others can be changed by their admins only', async () => {
			const actor = await stage.connected();
			const owner = stage.world.person();
			const id = await actor.end.startGroup(owner, 'Neighbours');
			const shown = await until('the group', async () => {
				const answer = await detail(actor, id);
				return answer.status === 200 && answer;
			});
			expect(shown.at('data')).toMatchObject({ name: 'Neighbours', owner });
			const answer = await change(actor, id, 'add', stage.world.person());
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
			await actor.end.leaveGroup(id);
			await until('the group to be gone', async () => (await detail(actor, id)).status === 404);
			const gone = await change(actor, id, 'add', stage.world.person());
			expect([gone.status, gone.at('error.code')]).toEqual([404, 'group_not_found']);
		});

		it('send and receive messages', async () => {
			const actor = await stage.connected();
			const member = stage.world.person();
			const id = (await make(actor, { name: 'Team', participants: [member] })).text('data.id');
			const messageId = await actor.send(id, 'To all of you');
			await actor.end.received(id, 'To all of you');
			expect((await actor.event('message.sent', messageId)).at('data')).toMatchObject({
				chatId: id,
				to: null,
			});
			await actor.end.write({ from: member, groupId: id, text: 'From one of us' });
			expect((await actor.event('message.received')).at('data')).toMatchObject({
				chatId: id,
				from: member,
				isGroup: true,
				content: 'From one of us',
			});
		});
	});
}
