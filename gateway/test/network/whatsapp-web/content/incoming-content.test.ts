import { describe, expect, it } from '@jest/globals';
import type { proto } from 'baileys';
import { ADA, eventData, useReceivingInstance } from '../../../support/whatsapp/content-suite.ts';

const pollOf = (message: proto.Message.IPollCreationMessage): proto.IMessage[] => [
	{ pollCreationMessage: message },
	{ pollCreationMessageV2: message },
	{ pollCreationMessageV3: message },
	{ pollCreationMessageV4: { message: { pollCreationMessageV3: message } } },
	{ pollCreationMessageV5: message },
];

/** Messages with what their events contain. */
const KINDS: [string, proto.IMessage, object][] = [
	[
		'an order',
		{
			orderMessage: {
				itemCount: 3,
				totalAmount1000: 12_500,
				totalCurrencyCode: 'EUR',
				message: 'Gift-wrapped, please',
			},
		},
		{
			type: 'order',
			content: 'Order: 3 items, 12.50 EUR. Gift-wrapped, please',
			order: { catalogId: null, items: [], total: { amount: 12.5, currency: 'EUR' } },
		},
	],
	[
		'several contact cards',
		{
			contactsArrayMessage: {
				contacts: [
					{
						displayName: 'Ada',
						vcard:
							'BEGIN:VCARD\r\nitem1.TEL;type=CELL;waid=4915:+49\r\n 15\r\nEMAIL;type=WORK:ada@example.com\r\nEND:VCARD',
					},
					{ vcard: 'FN:Bob\\, the builder\nTEL:tel:+4916' },
				],
			},
		},
		{
			type: 'contacts',
			content: 'Contacts: Ada; Bob, the builder',
			contacts: [
				{ name: 'Ada', phones: ['+4915'], emails: ['ada@example.com'] },
				{ name: 'Bob, the builder', phones: ['+4916'], emails: [] },
			],
		},
	],
	[
		'a product that a text refers to',
		{
			extendedTextMessage: {
				text: 'Is it in stock?',
				contextInfo: {
					quotedMessage: { productMessage: { product: { productId: '77', title: 'A chair' } } },
				},
			},
		},
		{ content: 'Is it in stock?', referral: { kind: 'product', id: '77', title: 'A chair' } },
	],
	[
		'a voice note with its length',
		{ audioMessage: { ptt: true, seconds: 7 } },
		{ type: 'audio', content: '[voice note]', voice: true, duration: 7 },
	],
	[
		'a picture of an album',
		{
			associatedChildMessage: { message: { imageMessage: { caption: 'First' } } },
			messageContextInfo: {
				messageAssociation: { associationType: 1, parentMessageKey: { id: '3AALBUM' } },
			},
		},
		{ type: 'image', content: 'First', albumId: '3AALBUM' },
	],
	[
		'a text in a chat whose messages disappear',
		{ ephemeralMessage: { message: { conversation: 'Gone soon' } } },
		{ content: 'Gone soon', ephemeral: true },
	],
	[
		'a place that is nowhere',
		{ locationMessage: { degreesLatitude: NaN, degreesLongitude: 1e300 } },
		{ type: 'unsupported', unsupported: { reason: 'unknown' } },
	],
	[
		'a place beyond the pole',
		{ liveLocationMessage: { degreesLatitude: 90.1, degreesLongitude: 0 } },
		{ type: 'unsupported', unsupported: { reason: 'unknown' } },
	],
	...pollOf({ name: 'Which day?', options: [{ optionName: 'Mon' }], selectableOptionsCount: 0 }).map(
		(message): [string, proto.IMessage, object] => [
			`a poll in a ${Object.keys(message).join('')}`,
			message,
			{
				type: 'poll',
				content: 'Poll: Which day? Mon',
				poll: { question: 'Which day?', options: ['Mon'], selectable: 1 },
			},
		],
	),
];

describe('content of messages received by QR code', () => {
	useReceivingInstance();

	it.each(KINDS)('has the parts of %s', async (_kind, message, expected) => {
		expect(await eventData(message)).toMatchObject({ from: ADA, ...expected });
	});
});
