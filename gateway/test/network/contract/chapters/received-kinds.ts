import { describe, expect, it } from '@jest/globals';
import type { MessageType } from '../../../../src/domain/messages/message.ts';
import type { MessageDetails } from '../../../../src/domain/messages/message-details.ts';
import { mediaOf } from '../../../support/media.ts';
import { sampleNamed } from '../../../support/sample-files.ts';
import type { ContractContext } from '../contract-context.ts';
import type { Occurrence, WrittenMessage } from '../network-under-test.ts';

interface Kind {
	needs: Occurrence;
	type: MessageType;
	written: Pick<WrittenMessage, 'text' | 'details' | 'file'>;
	/** The expected content of the event and the history; absent: the sent details. */
	shown?: object;
	content: RegExp;
}

const CARD =
	'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL;TYPE=CELL:+44 20 7946 0000\r\nEND:VCARD\r\n';
const CAFE: MessageDetails = {
	location: {
		latitude: 48.2104,
		longitude: 16.3655,
		name: 'Café Central',
		address: 'Herrengasse 14, Vienna',
		url: null,
		live: false,
	},
};
const LIVE: MessageDetails = {
	location: { latitude: 48.5, longitude: 16.5, name: null, address: null, url: null, live: true },
};
const { bytes: OGG } = sampleNamed('a.ogg');
const { bytes: WEBP } = sampleNamed('a.webp');

const KINDS: readonly Kind[] = [
	{
		needs: 'locations',
		type: 'location',
		written: { details: CAFE },
		content: /^Location: Café Central, Herrengasse 14, Vienna \(48\.2104, 16\.3655\)$/,
	},
	{
		needs: 'live_locations',
		type: 'location',
		written: { details: LIVE },
		content: /^Live location: 48\.5, 16\.5$/,
	},
	{
		needs: 'contact_cards',
		type: 'contacts',
		written: {
			details: {
				contacts: [{ name: 'Ada Lovelace', phones: ['+44 20 7946 0000'], emails: [], vcard: CARD }],
			},
		},
		shown: {
			contacts: [
				{
					name: 'Ada Lovelace',
					phones: ['+44 20 7946 0000'],
					vcard: expect.stringContaining('BEGIN:VCARD') as unknown,
				},
			],
		},
		content: /^Contact: Ada Lovelace, \+44 20 7946 0000$/,
	},
	{
		needs: 'polls',
		type: 'poll',
		written: { details: { poll: { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 } } },
		content: /^Poll: Lunch\? Pizza \/ Pasta$/,
	},
	{
		needs: 'orders',
		type: 'order',
		written: {
			details: {
				order: {
					catalogId: '1234567890',
					items: [{ productId: 'tea-1', name: null, quantity: 2, price: 4.5 }],
					total: { amount: 9, currency: 'EUR' },
				},
			},
		},
		shown: { order: { total: { amount: 9, currency: 'EUR' } } },
		content: /^Order: 2 items, 9\.00 EUR$/,
	},
	{
		needs: 'button_replies',
		type: 'text',
		written: { text: 'Yes', details: { reply: { kind: 'button', id: 'yes-1', title: 'Yes', data: null } } },
		content: /^Yes$/,
	},
	{
		needs: 'list_replies',
		type: 'text',
		written: {
			text: 'Tuesday',
			details: { reply: { kind: 'list', id: 'tue', title: 'Tuesday', data: null } },
		},
		content: /^Tuesday$/,
	},
	{
		needs: 'flow_replies',
		type: 'text',
		written: {
			text: 'Sent',
			details: { reply: { kind: 'flow', id: null, title: 'Sent', data: { size: 'L', amount: 2 } } },
		},
		shown: { reply: { kind: 'flow', data: { size: 'L', amount: 2 } } },
		content: /^\S/,
	},
	{
		needs: 'voice_notes',
		type: 'audio',
		written: { file: { type: 'audio', mimeType: 'audio/ogg', bytes: OGG }, details: { voice: true } },
		content: /^\[voice note\]$/,
	},
	{
		needs: 'stickers',
		type: 'sticker',
		written: { file: { type: 'sticker', mimeType: 'image/webp', bytes: WEBP } },
		content: /^\[sticker\]$/,
	},
	{
		needs: 'forwarded_messages',
		type: 'text',
		written: { text: 'Passed on', details: { forwarded: true } },
		content: /^Passed on$/,
	},
	{
		needs: 'ephemeral_messages',
		type: 'text',
		written: { text: 'Gone soon', details: { ephemeral: true } },
		content: /^Gone soon$/,
	},
	{
		needs: 'referrals',
		type: 'text',
		written: {
			text: 'I saw your ad',
			details: {
				referral: { kind: 'ad', id: 'ad-1', url: 'https://fb.me/1', title: 'Tea', text: 'Fresh tea' },
			},
		},
		shown: { referral: { kind: 'ad', id: 'ad-1', title: 'Tea', text: 'Fresh tea' } },
		content: /^I saw your ad$/,
	},
];

/** Received messages of every kind, with the same shape on every network. */
export function receivedKinds(context: ContractContext): void {
	const supports = (occurrence: Occurrence): boolean => context.network.supports?.has(occurrence) === true;
	const kinds = KINDS.filter(({ needs }) => supports(needs));
	if (kinds.length === 0) return;

	describe('kinds of received messages', () => {
		it.each(kinds)('publishes and stores: $needs', async ({ type, written, shown, content }) => {
			const instance = await context.connected();
			const from = context.world.person();
			await instance.end.write({ from, ...written });
			const event = await instance.event('message.received');
			const expected = { type, ...(shown ?? written.details) };
			expect(event.at('data')).toMatchObject({ ...expected, from });
			expect(event.at('data.content')).toMatch(content);
			const history = await context.gateway.get(`/v1/messages?instanceId=${instance.id}`);
			expect(history.at('data.0')).toMatchObject({ ...expected, content: event.at('data.content') });
			if (written.file === undefined) return;
			const media = await mediaOf(context.gateway, String(event.at('data.messageId')));
			expect(Buffer.from(await media.arrayBuffer()).equals(written.file.bytes)).toBe(true);
		});

		if (supports('mentions')) {
			it('publishes whom a text mentions', async () => {
				const instance = await context.connected();
				const from = context.world.person();
				const mentioned = `${context.world.person()}@s.whatsapp.net`;
				await instance.end.write({ from, text: 'Ask @them', details: { mentions: [mentioned] } });
				const event = await instance.event('message.received');
				expect(event.at('data.mentions')).toEqual([mentioned]);
			});
		}
	});
}
