import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { startReceiver, type Receiver } from '../../../support/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

/** A field that no version of WhatsApp has yet: its number and a text. */
const UNKNOWN_FIELD = Buffer.from([0xfa, 0x3e, 0x02, 0x68, 0x69]);

const text = (caption: string): proto.IMessage => ({ conversation: caption });

const TEXT_CONTENT: [string, proto.IMessage, string][] = [
	[
		'a template',
		{
			templateMessage: {
				hydratedTemplate: {
					hydratedTitleText: 'Your parcel',
					hydratedContentText: 'It comes today.',
					hydratedFooterText: 'The post',
				},
			},
		},
		'Your parcel\nIt comes today.\nThe post',
	],
	[
		'an interactive message',
		{
			interactiveMessage: {
				header: { title: 'Menu' },
				body: { text: 'Choose one.' },
				footer: { text: 'Thanks' },
			},
		},
		'Menu\nChoose one.\nThanks',
	],
	[
		'an interactive message inside a template',
		{ templateMessage: { interactiveMessageTemplate: { body: { text: 'Look at these.' } } } },
		'Look at these.',
	],
	[
		'buttons, in the wrapper of what can be viewed once',
		{
			viewOnceMessage: { message: { buttonsMessage: { contentText: 'Yes or no?', footerText: 'Be quick' } } },
		},
		'Yes or no?\nBe quick',
	],
	['a list', { listMessage: { title: 'Sizes', description: 'Which one?' } }, 'Sizes\nWhich one?'],
	[
		'a choice of a list',
		{ listResponseMessage: { title: 'Large', singleSelectReply: { selectedRowId: 'l' } } },
		'Large',
	],
	['an event', { eventMessage: { name: 'Picnic', description: 'On Sunday' } }, 'Event: Picnic\nOn Sunday'],
	[
		'a payment request',
		{ requestPaymentMessage: { amount1000: 5000, currencyCodeIso4217: 'EUR', noteMessage: text('Lunch') } },
		'Payment request: 5.00 EUR, Lunch',
	],
	['a call', { scheduledCallCreationMessage: { title: 'Weekly' } }, 'Planned call: Weekly'],
	['a group invitation', { groupInviteMessage: { groupName: 'Chess' } }, 'Invitation to a group: Chess'],
	['a product', { productMessage: { product: { title: 'A chair' } } }, 'Product: A chair'],
];

const pollOf = (message: proto.Message.IPollCreationMessage): proto.IMessage[] => [
	{ pollCreationMessage: message },
	{ pollCreationMessageV2: message },
	{ pollCreationMessageV3: message },
	{ pollCreationMessageV4: { message: { pollCreationMessageV3: message } } },
	{ pollCreationMessageV5: message },
];

const button = (name: string, params: object) => ({ name, buttonParamsJson: JSON.stringify(params) });

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
		'a button of a template',
		{ templateButtonReplyMessage: { selectedId: 'yes-1', selectedDisplayText: 'Yes' } },
		{ content: 'Yes', reply: { kind: 'template_button', id: 'yes-1', title: 'Yes', data: null } },
	],
	[
		'a quick reply of a native flow',
		{
			interactiveResponseMessage: {
				body: { text: 'Tomorrow' },
				nativeFlowResponseMessage: { name: 'quick_reply', paramsJson: '{"id":"t1"}' },
			},
		},
		{ content: 'Tomorrow', reply: { kind: 'button', id: 't1', title: 'Tomorrow', data: null } },
	],
	[
		'a flow with broken parameters',
		{
			interactiveResponseMessage: {
				body: { text: 'Sent' },
				nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"a":' },
			},
		},
		{ content: 'Sent', reply: { kind: 'flow', id: null, title: 'Sent', data: null } },
	],
	[
		'the buttons of a template',
		{
			templateMessage: {
				hydratedTemplate: {
					hydratedTitleText: 'Your parcel',
					hydratedContentText: 'It comes today.',
					hydratedFooterText: 'The post',
					hydratedButtons: [
						{ quickReplyButton: { displayText: 'Thanks', id: 'thx' } },
						{ urlButton: { displayText: 'Track it', url: 'https://example.com/1' } },
						{ callButton: { displayText: 'Call us', phoneNumber: '+4915' } },
					],
				},
			},
		},
		{
			content: 'Your parcel\nIt comes today.\nThe post',
			interactive: {
				header: 'Your parcel',
				body: 'It comes today.',
				footer: 'The post',
				options: [
					{ kind: 'reply', id: 'thx', title: 'Thanks', value: null },
					{ kind: 'url', id: null, title: 'Track it', value: 'https://example.com/1' },
					{ kind: 'phone', id: null, title: 'Call us', value: '+4915' },
				],
			},
		},
	],
	[
		'the buttons of a native flow',
		{
			interactiveMessage: {
				body: { text: 'Choose' },
				nativeFlowMessage: {
					buttons: [
						button('cta_copy', { display_text: 'Copy', copy_code: 'SAVE10' }),
						button('single_select', {
							title: 'Sizes',
							sections: [{ rows: [{ id: 'l', title: 'Large' }, null] }],
						}),
						{ name: 'cta_url', buttonParamsJson: 'no JSON' },
					],
				},
			},
		},
		{
			content: 'Choose',
			interactive: {
				options: [
					{ kind: 'copy_code', title: 'Copy', value: 'SAVE10' },
					{ kind: 'list', title: 'Sizes' },
					{ kind: 'reply', id: 'l', title: 'Large' },
					{ kind: 'url', title: '' },
				],
			},
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
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	let written = 0;
	/** Returns the event for a message of these bytes, if any; a text after it marks the end. */
	const eventFor = async (bytes: Uint8Array) => {
		written += 1;
		const before = receiver.requests.length;
		const fence = `Mark ${written}`;
		await whatsApp.send(ADA, ACCOUNT, { bytes: Buffer.from(bytes).toString('base64') });
		await whatsApp.send(ADA, ACCOUNT, { text: fence });
		await receiver.find(fence, ({ at }) => at('data.content') === fence);
		const others = receiver.requests.slice(before).filter(({ at }) => at('data.content') !== fence);
		expect(others.length).toBeLessThan(2);
		return others[0];
	};
	const eventData = async (message: proto.IMessage) =>
		(await eventFor(proto.Message.encode(message).finish()))?.at('data');

	for (const [kind, message, content] of TEXT_CONTENT) {
		it(`maps ${kind} to text`, async () => {
			expect(await eventData(message)).toMatchObject({ type: 'text', content, from: ADA });
		});
	}

	it.each(KINDS)('has the parts of %s', async (_kind, message, expected) => {
		expect(await eventData(message)).toMatchObject({ from: ADA, ...expected });
	});

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
