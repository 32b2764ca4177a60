import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { actionOf, type ContractContext } from '../contract-context.ts';

/** Calls: they are published, and rejected where the instance is set to. */
export function calls(context: ContractContext): void {
	const { capabilities } = context.network;
	if (!capabilities.has('calls')) return;

	describe('calls', () => {
		it.each([{ video: false }, { video: true }])('are published, with video: $video', async ({ video }) => {
			const instance = await context.connected({ webhookEvents: ['*'] });
			const person = context.world.person();
			await actionOf(instance, 'call')(person, video);
			const event = await instance.event('call.received');
			expect(event.at('data')).toMatchObject({
				instanceId: instance.id,
				chatId: `${person}@s.whatsapp.net`,
				callId: expect.stringMatching(/./),
				from: person,
				isGroup: false,
				video,
				rejected: false,
			});
			if (capabilities.has('call_rejection')) {
				expect(await actionOf(instance, 'seesRejection')(person)).toBe(false);
			}
		});

		if (!capabilities.has('call_rejection')) return;
		it('are rejected where the instance is set to', async () => {
			const settings = { autoTyping: false, rejectCalls: true };
			const instance = await context.connected({ webhookEvents: ['*'], settings });
			const person = context.world.person();
			await actionOf(instance, 'call')(person, false);
			const event = await instance.event('call.received');
			expect(event.at('data')).toMatchObject({ from: person, rejected: true });
			await until('the caller to see it', () => actionOf(instance, 'seesRejection')(person));
		});
	});
}
