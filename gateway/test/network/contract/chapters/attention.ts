import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

/** Read receipts and typing, by request and by the settings of the instance. */
export function attention(stage: Stage): void {
	/** Somebody writes to the instance; returns their phone. */
	const written = async (actor: Actor): Promise<string> => {
		const from = stage.world.person();
		await actor.end.write({ from, text: 'Are you there?' });
		await actor.event('message.received');
		return from;
	};
	const chatOf = (phone: string) => `/v1/messages/chats/${phone}@s.whatsapp.net`;
	const unreadOf = async (actor: Actor) =>
		(await stage.gateway.get(`/v1/messages/chats?instanceId=${actor.id}`)).at('data.0.unreadCount');

	describe('read receipts and typing', () => {
		it('mark a chat as read for the other side', async () => {
			const actor = await stage.connected();
			const from = await written(actor);
			expect([await actor.end.seesRead(from), await unreadOf(actor)]).toEqual([false, 1]);
			const answer = await stage.gateway.post(`${chatOf(from)}/read`, { instanceId: actor.id });
			expect(answer.status).toBe(200);
			await until('the other side to show it', () => actor.end.seesRead(from));
			expect(await unreadOf(actor)).toBe(0);
		});

		it('mark received messages as read automatically when the instance is set to', async () => {
			const actor = await stage.connected({ settings: { autoRead: true, autoTyping: false } });
			const from = await written(actor);
			await until('the other side to show it', () => actor.end.seesRead(from));
			expect(await unreadOf(actor)).toBe(0);
		});

		it('show typing on request', async () => {
			const actor = await stage.connected();
			const from = await written(actor);
			expect(await actor.end.seesTyping(from)).toBe(false);
			const answer = await stage.gateway.post(`${chatOf(from)}/typing`, { instanceId: actor.id });
			expect(answer.status).toBe(200);
			await until('the other side to show it', () => actor.end.seesTyping(from));
		});

		const showsTyping = stage.network.capabilities.has('auto_typing');
		it.each([
			{ autoTyping: true, seen: showsTyping },
			{ autoTyping: false, seen: false },
		])('with autoTyping $autoTyping, show typing before a message: $seen', async ({ autoTyping, seen }) => {
			const actor = await stage.connected({ settings: { autoRead: false, autoTyping } });
			const from = await written(actor);
			await actor.send(from, 'Yes, I am');
			await actor.end.received(from, 'Yes, I am');
			expect(await actor.end.seesTyping(from)).toBe(seen);
		});
	});
}
