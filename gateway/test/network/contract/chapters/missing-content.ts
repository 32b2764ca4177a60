import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

/** Messages that cannot be shown, and messages whose content arrives later. */
export function missingContent(stage: Stage): void {
	const { brings } = stage.network;
	const history = async (actor: Actor) =>
		(await stage.gateway.get(`/v1/messages?instanceId=${actor.id}`)).at('data');
	const published = (actor: Actor, content: string) =>
		until(`"${content}"`, () =>
			actor.events('message.received').find((one) => one.at('data.content') === content),
		);

	describe('missing content', () => {
		if (brings?.has('unsupported_messages') === true) {
			it('is published with a reason and a readable sentence', async () => {
				const actor = await stage.connected();
				const from = stage.world.person();
				const reason = await actor.end.writeUnsupported?.(from);
				const event = await actor.event('message.received');
				const message = {
					type: 'unsupported',
					content: expect.stringMatching(/^[A-Z].*\.$/) as unknown,
					unsupported: { reason },
					from,
					chatId: `${from}@s.whatsapp.net`,
				};
				expect(event.at('data')).toMatchObject(message);
				expect(await history(actor)).toMatchObject([message]);
			});
		}

		if (brings?.has('content_that_comes_later') === true) {
			it('is published by one event once it arrives', async () => {
				const actor = await stage.connected();
				const from = stage.world.person();
				const come = await actor.end.writeWithoutContent?.({ from, text: 'At last' });
				await actor.end.write({ from, text: 'Later' });
				await published(actor, 'Later');
				expect(actor.events('message.received')).toHaveLength(1);
				await until('it to be stored', async () => {
					const stored = (await history(actor)) as { unsupported?: { reason: string } }[];
					return stored[1]?.unsupported?.reason === 'waiting';
				});
				await come?.();
				const event = await published(actor, 'At last');
				expect(event.at('data')).toMatchObject({ type: 'text', from });
				expect(event.at('data')).not.toHaveProperty('unsupported');
				expect(await history(actor)).toMatchObject([
					{ content: 'Later' },
					{ content: 'At last', type: 'text', messageId: event.at('data.messageId') },
				]);
				await come?.();
				await actor.end.write({ from, text: 'Fence' });
				await published(actor, 'Fence');
				expect(actor.events('message.received')).toHaveLength(3);
			});
		}
	});
}
