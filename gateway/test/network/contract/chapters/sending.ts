import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { file } from '../../../support/servers/file-server.ts';
import { sampleNamed, type SampleFile } from '../../../support/sample-files.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

/** One file of each type. */
const FILES = ['a.jpg', 'a.mp4', 'a.mp3', 'a.pdf'].map(sampleNamed);
const AUDIO = sampleNamed('a.mp3');

/** Sent messages of every type, and quoted replies. */
export function sending(context: ContractContext): void {
	/** Sends a file by its URL; returns the id of the message. */
	const sendFile = async (
		instance: TestInstance,
		to: string,
		{ name, mediaType, mimeType, bytes }: SampleFile,
		rest: Record<string, unknown>,
	): Promise<string> => {
		const mediaUrl = context.files.serve(`/${instance.id}/${name}`, file(bytes, mimeType));
		const request = { instanceId: instance.id, to, mediaUrl, mediaType, ...rest };
		const answer = await context.gateway.post('/v1/messages/send', request);
		expect(answer.status).toBe(202);
		return answer.text('messageId');
	};

	describe('sending', () => {
		it('delivers a text unchanged and publishes that it is sent', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const text = 'Grüße 👋\nand a second line';
			const messageId = await instance.send(phone, text, { metadata: { order: 17 } });
			expect(await instance.end.received(phone, text)).toMatchObject({ type: 'text', text, replyTo: null });
			const event = await instance.event('message.sent', messageId);
			expect(event.at('data')).toEqual({
				messageId,
				instanceId: instance.id,
				chatId: `${phone}@s.whatsapp.net`,
				to: phone,
				type: 'text',
				content: text,
				status: 'sent',
				metadata: { order: 17 },
			});
		});

		it.each(FILES)('delivers a file of type $mediaType', async (sample) => {
			const instance = await context.connected();
			const phone = context.world.person();
			const { mediaType, bytes } = sample;
			const label =
				mediaType === 'document'
					? { filename: 'Rechnung ä.pdf', caption: 'Yours' }
					: mediaType === 'audio'
						? {}
						: { caption: 'Yours' };
			const messageId = await sendFile(instance, phone, sample, label);
			await instance.event('message.sent', messageId);
			const text = mediaType === 'audio' ? '' : 'Yours';
			expect(await instance.end.received(phone, text)).toMatchObject({
				type: mediaType,
				caption: label.caption ?? null,
				...(mediaType === 'document' ? { filename: 'Rechnung ä.pdf' } : {}),
				sha256: createHash('sha256').update(bytes).digest('hex'),
			});
		});

		it('keeps the order within a chat', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const texts = Array.from({ length: 8 }, (_, index) => `Line ${index}`);
			const sent: string[] = [];
			for (const text of texts) sent.push(await instance.send(phone, text));
			await instance.event('message.sent', sent.at(-1));
			for (const text of texts) await instance.end.received(phone, text);
			const order = instance.events('message.sent').map((one) => one.at('data.messageId'));
			expect(order).toEqual(sent);
		});

		it('quotes a sent message', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const first = await instance.send(phone, 'The question');
			const { id } = await instance.end.received(phone, 'The question');
			await instance.event('message.sent', first);
			await instance.send(phone, 'The answer', { quotedMessageId: first });
			expect(await instance.end.received(phone, 'The answer')).toMatchObject({ replyTo: id });
		});

		it('quotes a received message', async () => {
			const instance = await context.connected();
			const from = context.world.person();
			await instance.end.write({ from, text: 'A question' });
			const arrived = await instance.event('message.received');
			const quotedMessageId = arrived.at('data.messageId');
			await instance.send(from, 'An answer', { quotedMessageId });
			const reply = await instance.end.received(from, 'An answer');
			expect(reply.replyTo).toMatch(/./);
		});

		if (context.network.capabilities.has('audio_captions')) {
			it('delivers the caption of an audio file', async () => {
				const instance = await context.connected();
				const phone = context.world.person();
				await sendFile(instance, phone, AUDIO, { caption: 'Listen' });
				expect(await instance.end.received(phone, 'Listen')).toMatchObject({
					type: 'audio',
					caption: 'Listen',
				});
			});
		} else {
			it('rejects the caption of an audio file, which nobody would see', async () => {
				const instance = await context.connected();
				const request = {
					instanceId: instance.id,
					to: context.world.person(),
					mediaUrl: context.files.serve(`/${instance.id}/a.mp3`, file(AUDIO.bytes, AUDIO.mimeType)),
					mediaType: 'audio',
					caption: 'Listen',
				};
				const answer = await context.gateway.post('/v1/messages/send', request);
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
				expect(answer.text('error.message')).toContain('"caption"');
			});
		}
	});
}
