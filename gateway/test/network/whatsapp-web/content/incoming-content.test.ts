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
		'[order] 3 items, 12.50 EUR, Gift-wrapped, please',
	],
	['an event', { eventMessage: { name: 'Picnic', description: 'On Sunday' } }, '[event] Picnic, On Sunday'],
	[
		'a payment request',
		{ requestPaymentMessage: { amount1000: 5000, currencyCodeIso4217: 'EUR', noteMessage: text('Lunch') } },
		'[payment request] 5.00 EUR, Lunch',
	],
	['a call', { scheduledCallCreationMessage: { title: 'Weekly' } }, '[call planned] Weekly'],
	['a group invitation', { groupInviteMessage: { groupName: 'Chess' } }, '[group invitation] Chess'],
	['a product', { productMessage: { product: { title: 'A chair' } } }, '[product] A chair'],
	['a poll', { pollCreationMessageV5: { name: 'Which day?' } }, '[poll] Which day?'],
	[
		'a place that is nowhere',
		{ locationMessage: { degreesLatitude: NaN, degreesLongitude: 1e300 } },
		'[location] ?, ?',
	],
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

	it('is ignored when it is no message: an album, an edited text, a vote', async () => {
		expect(await eventData({ albumMessage: { expectedImageCount: 2 } })).toBeUndefined();
		expect(await eventData({ secretEncryptedMessage: { secretEncType: 2 } })).toBeUndefined();
		expect(await eventData({ pollUpdateMessage: {} })).toBeUndefined();
	});
});
