import { describe, expect, it } from '@jest/globals';
import type { MediaType } from '../../../../src/domain/messages/message.ts';
import { mediaOf } from '../../../support/media.ts';
import { sampleNamed } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

const FILES = ['a.png', 'a.mp4', 'a.ogg', 'a.pdf'].map(sampleNamed);

/** Received messages of every type, media included, each once. */
export function receiving(context: ContractContext): void {
	const history = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/messages?instanceId=${instance.id}&limit=100`)).at('data') as {
			messageId: string;
			content: string;
			type: MediaType;
		}[];

	describe('receiving', () => {
		it('records and publishes a text with the name of its sender', async () => {
			const instance = await context.connected();
			const from = context.world.person();
			const text = 'Grüße 👋\nand a second line';
			await instance.end.write({ from, name: 'Grace', text });
			const event = await instance.event('message.received');
			const [stored] = await history(instance);
			expect(stored).toMatchObject({ direction: 'inbound', type: 'text', content: text, from });
			expect(event.at('data')).toEqual({
				messageId: stored?.messageId,
				instanceId: instance.id,
				chatId: `${from}@s.whatsapp.net`,
				from,
				senderId: `${from}@s.whatsapp.net`,
				type: 'text',
				content: text,
				timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
				contactName: 'Grace',
				isGroup: false,
			});
			const chats = await context.gateway.get(`/v1/messages/chats?instanceId=${instance.id}`);
			expect(chats.at('data.0')).toMatchObject({ phone: from, contactName: 'Grace', unreadCount: 1 });
		});

		it.each(FILES)(
			'stores the file of a message of type $mediaType',
			async ({ mediaType, mimeType, bytes }) => {
				const instance = await context.connected();
				const from = context.world.person();
				const caption = mediaType === 'audio' ? {} : { text: 'Look' };
				await instance.end.write({ from, file: { type: mediaType, mimeType, bytes }, ...caption });
				const event = await instance.event('message.received');
				expect(event.at('data.type')).toBe(mediaType);
				if (mediaType !== 'audio') expect(event.at('data.content')).toBe('Look');
				const answer = await mediaOf(context.gateway, String(event.at('data.messageId')));
				expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mimeType]);
				expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
			},
		);

		it('records a message once that the network delivers twice', async () => {
			const instance = await context.connected();
			const from = context.world.person();
			await instance.end.write({ from, text: 'Once' });
			await instance.end.repeatLast();
			await instance.end.write({ from, text: 'Fence' });
			await until('the last message', () =>
				instance.events('message.received').find((one) => one.at('data.content') === 'Fence'),
			);
			expect((await history(instance)).map(({ content }) => content)).toEqual(['Fence', 'Once']);
			expect(instance.events('message.received')).toHaveLength(2);
		});

		it('keeps the order of the messages', async () => {
			const instance = await context.connected();
			const from = context.world.person();
			const texts = Array.from({ length: 8 }, (_, index) => `Line ${index}`);
			for (const text of texts) await instance.end.write({ from, text });
			await until('all messages', () => instance.events('message.received').length === texts.length);
			expect((await history(instance)).map(({ content }) => content)).toEqual(texts.toReversed());
		});
	});
}
