import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { actionOf, type ContractContext, type TestInstance } from '../contract-context.ts';

/** Blocking people: nothing that they write arrives. */
export function blocking(context: ContractContext): void {
	if (!context.network.capabilities.has('blocking')) return;
	const set = (instance: TestInstance, action: 'block' | 'unblock', phone: string) =>
		context.gateway.post(`/v1/contacts/${phone}/${action}`, { instanceId: instance.id });
	const receive = async (instance: TestInstance, from: string, text: string): Promise<void> => {
		await instance.end.write({ from, text });
		await until(`"${text}"`, () =>
			instance.events('message.received').find((one) => one.at('data.content') === text),
		);
	};
	const texts = (instance: TestInstance) =>
		instance.events('message.received').map((one) => one.at('data.content'));

	describe('blocking', () => {
		it('rejects the messages of a person until they are unblocked', async () => {
			const instance = await context.connected();
			const [person, other] = [context.world.person(), context.world.person()];
			const hasBlocked = actionOf(instance, 'hasBlocked');
			await receive(instance, person, 'Buy now');
			const answer = await set(instance, 'block', person);
			expect([answer.status, answer.at('data.phone')]).toEqual([200, person]);
			expect(await hasBlocked(person)).toBe(true);

			await instance.end.write({ from: person, text: 'Buy it at last' });
			await receive(instance, other, 'Hello');
			expect(texts(instance)).toEqual(['Buy now', 'Hello']);

			expect((await set(instance, 'unblock', person)).status).toBe(200);
			expect(await hasBlocked(person)).toBe(false);
			await receive(instance, person, 'Sorry');
			expect(texts(instance)).toEqual(['Buy now', 'Hello', 'Sorry']);
		});
	});
}
