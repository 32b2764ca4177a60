import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

/** Messages that cannot be shown, and messages whose content arrives later. */
export function missingContent(context: ContractContext): void {
	const { supports } = context.network;
	const history = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/messages?instanceId=${instance.id}`)).at('data');
	const published = (instance: TestInstance, content: string) =>
		until(`"${content}"`, () =>
			instance.events('message.received').find((one) => one.at('data.content') === content),
		);

	describe('missing content', () => {
		if (supports?.has('unsupported_messages') === true) {
			it('is published with a reason and a readable sentence', async () => {
				const instance = await context.connected();
				const from = context.world.person();
				const reason = await instance.end.writeUnsupported?.(from);
				const event = await instance.event('message.received');
				const message = {
					type: 'unsupported',
					content: expect.stringMatching(/^[A-Z].*\.$/) as unknown,
					unsupported: { reason },
					from,
					chatId: `${from}@s.whatsapp.net`,
				};
				expect(event.at('data')).toMatchObject(message);
				expect(await history(instance)).toMatchObject([message]);
			});
		}

		if (supports?.has('content_that_comes_later') === true) {
			it('is published by one event once it arrives', async () => {
				const instance = await context.connected();
				const from = context.world.person();
				const come = await instance.end.writeWithoutContent?.({ from, text: 'At last' });
				await instance.end.write({ from, text: 'Later' });
				await published(instance, 'Later');
				expect(instance.events('message.received')).toHaveLength(1);
				await until('it to be stored', async () => {
					const stored = (await history(instance)) as { unsupported?: { reason: string } }[];
					return stored[1]?.unsupported?.reason === 'waiting';
				});
				await come?.();
				const event = await published(instance, 'At last');
				expect(event.at('data')).toMatchObject({ type: 'text', from });
				expect(event.at('data')).not.toHaveProperty('unsupported');
				expect(await history(instance)).toMatchObject([
					{ content: 'Later' },
					{ content: 'At last', type: 'text', messageId: event.at('data.messageId') },
				]);
				await come?.();
				await instance.end.write({ from, text: 'Fence' });
				await published(instance, 'Fence');
				expect(instance.events('message.received')).toHaveLength(3);
			});
		}
	});
}
