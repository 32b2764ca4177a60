import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

/** People whose phone number the network hides: they are known by an id and answered at it. */
export function peopleWithoutNumbers(context: ContractContext): void {
	const { supports } = context.network;
	if (supports?.has('people_without_numbers') !== true) return;

	const someone = (): string => {
		const id = context.world.withoutNumber?.();
		if (id === undefined) throw new Error('This network has nobody without a phone number.');
		return id;
	};
	const receive = async (instance: TestInstance, from: string, text: string) => {
		await instance.end.write({ from, name: 'Grace', text });
		return until(`"${text}"`, () =>
			instance.events('message.received').find((one) => one.at('data.content') === text),
		);
	};

	describe('people without a phone number', () => {
		it('are published with an id and no number', async () => {
			const instance = await context.connected();
			const from = someone();
			const event = await receive(instance, from, 'Hello');
			expect(event.at('data')).toMatchObject({
				from: null,
				senderId: from,
				chatId: from,
				contactName: 'Grace',
				isGroup: false,
			});
			const history = await context.gateway.get(`/v1/messages?instanceId=${instance.id}&chatId=${from}`);
			expect(history.at('data')).toMatchObject([
				{ direction: 'inbound', content: 'Hello', from: null, senderId: from, chatId: from },
			]);
			const chats = await context.gateway.get(`/v1/messages/chats?instanceId=${instance.id}`);
			expect(chats.at('data.0')).toMatchObject({ chatId: from, phone: null, contactName: 'Grace' });
		});

		it.each(['chatId', 'senderId'])('receive an answer to the published %s', async (field) => {
			const instance = await context.connected();
			const from = someone();
			const event = await receive(instance, from, 'Hello');
			const messageId = await instance.send(String(event.at(`data.${field}`)), 'Hello yourself');
			const onPhone = await instance.end.received(from, 'Hello yourself');
			expect(onPhone.text).toBe('Hello yourself');
			expect((await instance.event('message.sent', messageId)).at('data')).toMatchObject({
				to: null,
				chatId: from,
			});
			await instance.end.receipts(onPhone, 'delivered', 'read');
			expect((await instance.event('message.read', messageId)).at('data')).toMatchObject({ to: null });
		});

		it('receive answers with the quoted message', async () => {
			const instance = await context.connected();
			const from = someone();
			const event = await receive(instance, from, 'Is it there?');
			await instance.send(from, 'It is', { quotedMessageId: event.at('data.messageId') });
			expect((await instance.end.received(from, 'It is')).replyTo).not.toBeNull();
		});

		if (supports.has('replies')) {
			it('reply to a message, and the event names it', async () => {
				const instance = await context.connected();
				const from = someone();
				await receive(instance, from, 'Hello');
				const messageId = await instance.send(from, 'Who is there?');
				const replyTo = await instance.end.received(from, 'Who is there?');
				await instance.end.write({ from, text: 'Me', replyTo });
				const event = await until('the reply', () =>
					instance.events('message.received').find((one) => one.at('data.content') === 'Me'),
				);
				expect(event.at('data.quotedMessageId')).toBe(messageId);
			});
		}
	});
}
