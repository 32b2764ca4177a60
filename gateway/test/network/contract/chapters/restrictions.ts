import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { actionOf, type ContractContext, type TestInstance } from '../contract-context.ts';

/** Limits that the network puts on an account. */
export function restrictions(context: ContractContext): void {
	if (!context.network.capabilities.has('restrictions')) return;
	const shown = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/instances/${instance.id}/status`)).at('data.restriction');
	const reported = (instance: TestInstance, active: boolean) =>
		until(`instance.restricted, active ${active}`, () =>
			instance.events('instance.restricted').find((one) => one.at('data.active') === active),
		);

	describe('restrictions', () => {
		it('are published and shown, hold back what begins a chat, and end', async () => {
			const instance = await context.connected({ webhookEvents: ['*'] });
			const [known, stranger] = [context.world.person(), context.world.person()];
			await instance.end.write({ from: known, text: 'Hello' });
			await instance.event('message.received');

			const end = Math.ceil(Date.now() / 1000 + 3600) * 1000;
			await actionOf(instance, 'restrict')({ kind: 'new_chats', until: end });
			const begun = await reported(instance, true);
			const time = new Date(end).toISOString();
			expect(begun.at('data')).toMatchObject({ kind: 'new_chats', until: time });
			expect(begun.at('data.message')).toMatch(/\.$/);
			expect(await shown(instance)).toMatchObject({ kind: 'new_chats', until: time });

			const first = await instance.send(stranger, 'Do you know our shop?');
			const answer = await instance.send(known, 'Hello yourself');
			await instance.event('message.sent', answer);
			await instance.end.received(known, 'Hello yourself');
			expect(instance.events('message.sent').map((one) => one.at('data.messageId'))).toEqual([answer]);

			await actionOf(instance, 'liftRestriction')();
			await reported(instance, false);
			expect(await shown(instance)).toBeNull();
			await instance.event('message.sent', first);
			await instance.end.received(stranger, 'Do you know our shop?');
			expect(instance.events('message.failed')).toEqual([]);
		});
	});
}
