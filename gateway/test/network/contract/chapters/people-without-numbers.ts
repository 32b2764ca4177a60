import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

/** People whose phone number the network hides: they are known by an id and answered at it. */
export function peopleWithoutNumbers(stage: Stage): void {
	const { brings } = stage.network;
	if (brings?.has('people_without_numbers') !== true) return;

	const someone = (): string => {
		const id = stage.world.withoutNumber?.();
		if (id === undefined) throw new Error('This network has nobody without a phone number.');
		return id;
	};
	const wroteTo = async (actor: Actor, from: string, text: string) => {
		await actor.end.write({ from, name: 'Grace', text });
		return until(`"${text}"`, () =>
			actor.events('message.received').find((one) => one.at('data.content') === text),
		);
	};

	describe('people without a phone number', () => {
		it('are published with an id and no number', async () => {
			const actor = await stage.connected();
			const from = someone();
			const event = await wroteTo(actor, from, 'Hello');
			expect(event.at('data')).toMatchObject({
				from: null,
				senderId: from,
				chatId: from,
				contactName: 'Grace',
				isGroup: false,
			});
			const history = await stage.gateway.get(`/v1/messages?instanceId=${actor.id}&chatId=${from}`);
			expect(history.at('data')).toMatchObject([
				{ direction: 'inbound', content: 'Hello', from: null, senderId: from, chatId: from },
			]);
			const chats = await stage.gateway.get(`/v1/messages/chats?instanceId=${actor.id}`);
			expect(chats.at('data.0')).toMatchObject({ chatId: from, phone: null, contactName: 'Grace' });
		});

		it.each(['chatId', 'senderId'])('receive an answer to the published %s', async (field) => {
			const actor = await stage.connected();
			const from = someone();
			const event = await wroteTo(actor, from, 'Hello');
			const messageId = await actor.send(String(event.at(`data.${field}`)), 'Hello yourself');
			const onPhone = await actor.end.received(from, 'Hello yourself');
			expect(onPhone.text).toBe('Hello yourself');
			expect((await actor.event('message.sent', messageId)).at('data')).toMatchObject({
				to: null,
				chatId: from,
			});
			await actor.end.receipts(onPhone, 'delivered', 'read');
			expect((await actor.event('message.read', messageId)).at('data')).toMatchObject({ to: null });
		});

		it('receive answers with the quoted message', async () => {
			const actor = await stage.connected();
			const from = someone();
			const event = await wroteTo(actor, from, 'Is it there?');
			await actor.send(from, 'It is', { quotedMessageId: event.at('data.messageId') });
			expect((await actor.end.received(from, 'It is')).replyTo).not.toBeNull();
		});

		if (brings.has('replies')) {
			it('reply to a message, and the event names it', async () => {
				const actor = await stage.connected();
				const from = someone();
				await wroteTo(actor, from, 'Hello');
				const messageId = await actor.send(from, 'Who is there?');
				const replyTo = await actor.end.received(from, 'Who is there?');
				await actor.end.write({ from, text: 'Me', replyTo });
				const event = await until('the reply', () =>
					actor.events('message.received').find((one) => one.at('data.content') === 'Me'),
				);
				expect(event.at('data.quotedMessageId')).toBe(messageId);
			});
		}
	});
}
