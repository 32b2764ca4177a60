import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

/** Read receipts and typing, by request and by the settings of the instance. */
export function readAndTyping(context: ContractContext): void {
	/** Sends a message of a new person to the instance; returns their phone. */
	const written = async (instance: TestInstance): Promise<string> => {
		const from = context.world.person();
		await instance.end.write({ from, text: 'Are you there?' });
		await instance.event('message.received');
		return from;
	};
	const chatOf = (phone: string) => `/v1/messages/chats/${phone}@s.whatsapp.net`;
	const unreadOf = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/messages/chats?instanceId=${instance.id}`)).at('data.0.unreadCount');

	describe('read receipts and typing', () => {
		it('mark a chat as read for the other side', async () => {
			const instance = await context.connected();
			const from = await written(instance);
			expect([await instance.end.seesRead(from), await unreadOf(instance)]).toEqual([false, 1]);
			const answer = await context.gateway.post(`${chatOf(from)}/read`, { instanceId: instance.id });
			expect(answer.status).toBe(200);
			await until('the other side to show it', () => instance.end.seesRead(from));
			expect(await unreadOf(instance)).toBe(0);
		});

		it('mark received messages as read automatically when the instance is set to', async () => {
			const instance = await context.connected({ settings: { autoRead: true, autoTyping: false } });
			const from = await written(instance);
			await until('the other side to show it', () => instance.end.seesRead(from));
			expect(await unreadOf(instance)).toBe(0);
		});

		it('show typing on request', async () => {
			const instance = await context.connected();
			const from = await written(instance);
			expect(await instance.end.seesTyping(from)).toBe(false);
			const answer = await context.gateway.post(`${chatOf(from)}/typing`, { instanceId: instance.id });
			expect(answer.status).toBe(200);
			await until('the other side to show it', () => instance.end.seesTyping(from));
		});

		const showsTyping = context.network.capabilities.has('auto_typing');
		it.each([
			{ autoTyping: true, seen: showsTyping },
			{ autoTyping: false, seen: false },
		])('with autoTyping $autoTyping, show typing before a message: $seen', async ({ autoTyping, seen }) => {
			const instance = await context.connected({ settings: { autoRead: false, autoTyping } });
			const from = await written(instance);
			await instance.send(from, 'Yes, I am');
			await instance.end.received(from, 'Yes, I am');
			expect(await instance.end.seesTyping(from)).toBe(seen);
		});
	});
}
