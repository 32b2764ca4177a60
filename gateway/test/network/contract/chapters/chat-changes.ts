import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import {
	actionOf,
	expectOfficialRefusal,
	type ContractContext,
	type TestInstance,
} from '../contract-context.ts';

/** Archiving, pinning, muting and marking chats, by request and on the phone. */
export function chatChanges(context: ContractContext): void {
	const MUTED_UNTIL = '2099-01-31T12:00:00.000Z';
	/** Sends a message of a new person to the instance; returns their phone. */
	const written = async (instance: TestInstance): Promise<string> => {
		const from = context.world.person();
		await instance.end.write({ from, text: 'Are you there?' });
		await until('the message', () =>
			instance.events('message.received').find((one) => one.at('data.from') === from),
		);
		return from;
	};
	const change = (instance: TestInstance, phone: string, changes: object) =>
		context.gateway.patch(`/v1/chats/${phone}@s.whatsapp.net`, { instanceId: instance.id, ...changes });
	const listed = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/chats?instanceId=${instance.id}`)).at('data.0') as Record<
			string,
			unknown
		>;

	describe('changes of chats', () => {
		if (!context.network.capabilities.has('chat_changes')) {
			it('are rejected with official_api_instance', async () => {
				const instance = await context.connected();
				const from = await written(instance);
				expectOfficialRefusal(await change(instance, from, { archived: true }));
			});
			return;
		}

		it.each([
			{ what: 'archive', change: { archived: true }, back: { archived: false } },
			{ what: 'pin', change: { pinned: true }, back: { pinned: false } },
			{ what: 'mark as unread', change: { unread: true }, back: { unread: false } },
			{ what: 'mute', change: { mutedUntil: MUTED_UNTIL }, back: { mutedUntil: null } },
		])('$what on all devices of the account, and take it back', async ({ change: changes, back }) => {
			const instance = await context.connected();
			const from = await written(instance);
			const seesChat = actionOf(instance, 'seesChat');
			for (const fields of [changes, back]) {
				const answer = await change(instance, from, fields);
				expect(answer.status).toBe(200);
				expect(answer.at('data')).toMatchObject(fields);
				expect(await listed(instance)).toMatchObject(fields);
				await until('the phone to show it', async () => {
					const shown = shownFields(await seesChat(from));
					return Object.entries(fields).every(([name, value]) => shown[name] === value);
				});
			}
		});

		it('are refused for a chat that does not exist', async () => {
			const instance = await context.connected();
			const answer = await change(instance, context.world.person(), { archived: true });
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'chat_not_found']);
		});

		it('on the phone are stored', async () => {
			const instance = await context.connected();
			const from = await written(instance);
			const onPhone = actionOf(instance, 'changeChatOnPhone');
			await onPhone(from, { archived: true });
			await until('the archived chat', async () => (await listed(instance)).archived === true);
			await onPhone(from, { pinned: true });
			await until('the pinned chat', async () => (await listed(instance)).pinned === true);
			await onPhone(from, { mutedUntil: Date.parse(MUTED_UNTIL) });
			await until('the muted chat', async () => (await listed(instance)).mutedUntil === MUTED_UNTIL);
		});
	});
}

/** The settings of a chat with times as the API writes them. */
function shownFields({ mutedUntil, ...settings }: { mutedUntil: number | null }): Record<string, unknown> {
	return { ...settings, mutedUntil: mutedUntil === null ? null : new Date(mutedUntil).toISOString() };
}
