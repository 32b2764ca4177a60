import { describe, expect, it } from '@jest/globals';
import type { proto } from 'baileys';
import {
	ADA,
	eventData,
	eventFor,
	gateway,
	instanceId,
	text,
	useReceivingInstance,
} from '../../../support/whatsapp/content-suite.ts';

/** A field that no version of WhatsApp has yet: its number and a text. */
const UNKNOWN_FIELD = Buffer.from([0xfa, 0x3e, 0x02, 0x68, 0x69]);

describe('content that cannot be shown of a message received by QR code', () => {
	useReceivingInstance();

	const VIEW_ONCE: [string, proto.IMessage][] = [
		['a wrapper', { viewOnceMessageV2: { message: { imageMessage: { caption: 'Psst' } } } }],
		['an empty wrapper', { viewOnceMessageV2Extension: {} }],
		['a picture itself', { imageMessage: { viewOnce: true, caption: 'Psst' } }],
	];
	for (const [how, message] of VIEW_ONCE) {
		it(`is recorded as view-once when marked by ${how}`, async () => {
			const data = await eventData(message);
			expect(data).toMatchObject({ type: 'unsupported', unsupported: { reason: 'view_once' }, from: ADA });
			expect(JSON.stringify(data)).not.toContain('Psst');
		});
	}

	it('is recorded as unsupported when only the phone shows it', async () => {
		const data = await eventData({ placeholderMessage: { type: 0 } });
		expect(data).toMatchObject({ type: 'unsupported', unsupported: { reason: 'on_phone_only' } });
		const masked = await eventData({ templateMessage: { hydratedTemplate: { maskLinkedDevices: true } } });
		expect(masked).toMatchObject({ type: 'unsupported', unsupported: { reason: 'on_phone_only' } });
	});

	it('is recorded as unsupported, with a sentence, when its type is unknown', async () => {
		const data = await eventData({ statusStickerInteractionMessage: {} });
		expect(data).toMatchObject({ type: 'unsupported', unsupported: { reason: 'unknown' } });
		const newer = (await eventFor(UNKNOWN_FIELD))?.at('data');
		expect(newer).toMatchObject({
			type: 'unsupported',
			content: expect.stringMatching(/ cannot be shown here\./),
		});
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		expect(page.at('data')).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ type: 'unsupported', content: (newer as { content: string }).content }),
			]),
		);
	});

	it('is ignored when it is no message: an album, an encrypted edit, a vote, a comment', async () => {
		expect(await eventData({ albumMessage: { expectedImageCount: 2 } })).toBeUndefined();
		expect(await eventData({ secretEncryptedMessage: { secretEncType: 2 } })).toBeUndefined();
		expect(await eventData({ pollUpdateMessage: {} })).toBeUndefined();
		expect(await eventData({ commentMessage: { message: text('Nice') } })).toBeUndefined();
		expect(await eventData({ reactionMessage: { text: '👍' } })).toBeUndefined();
	});
});
