import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import {
	actionOf,
	expectOfficialRefusal,
	type ContractContext,
	type TestInstance,
} from '../contract-context.ts';

/** Presence in chats with a subscription. */
export function presence(context: ContractContext): void {
	const chatIdOf = (phone: string): string => `${phone}@s.whatsapp.net`;
	const subscribe = (instance: TestInstance, phone: string) =>
		context.gateway.post(`/v1/chats/${chatIdOf(phone)}/presence`, { instanceId: instance.id });
	const written = async (instance: TestInstance): Promise<string> => {
		const from = context.world.person();
		await instance.end.write({ from, text: 'Are you there?' });
		await until('the message', () =>
			instance.events('message.received').find((one) => one.at('data.from') === from),
		);
		return from;
	};

	describe('presence', () => {
		if (!context.network.capabilities.has('presence')) {
			it('is rejected with official_api_instance', async () => {
				const instance = await context.connected();
				expectOfficialRefusal(await subscribe(instance, await written(instance)));
			});
			return;
		}

		it('is published of the chats that were asked for', async () => {
			const instance = await context.connected({ webhookEvents: ['*'] });
			const [person, other] = [await written(instance), await written(instance)];
			expect((await subscribe(instance, person)).status).toBe(200);
			const show = actionOf(instance, 'showPresence');
			await show(other, 'typing');
			for (const state of ['online', 'typing', 'paused', 'recording'] as const) {
				await show(person, state);
				const event = await until(state, () =>
					instance.events('presence.updated').find((one) => one.at('data.state') === state),
				);
				expect(event.at('data')).toMatchObject({
					chatId: chatIdOf(person),
					senderId: chatIdOf(person),
					from: person,
				});
			}
			const people = instance.events('presence.updated').map((one) => one.at('data.from'));
			expect(new Set(people)).toEqual(new Set([person]));
		});
	});
}
