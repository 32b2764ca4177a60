import { describe, expect, it } from '@jest/globals';
import type { proto } from 'baileys';
import { ADA, eventData, text, useReceivingInstance } from '../../../support/whatsapp/content-suite.ts';

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
		'an event with its time and its place',
		{
			eventMessage: {
				name: 'Picnic',
				description: 'Bring a cake',
				startTime: Date.UTC(2027, 7, 1, 15) / 1000,
				endTime: Date.UTC(2027, 7, 1, 17, 30) / 1000,
				location: {
					name: 'City park',
					address: 'Main Street 1',
					degreesLatitude: 52.5,
					degreesLongitude: 13.4,
				},
				joinLink: 'https://call.whatsapp.com/video/abc',
			},
		},
		'Event: Picnic\n2027-08-01 15:00 UTC to 2027-08-01 17:30 UTC\nCity park, Main Street 1\nhttps://call.whatsapp.com/video/abc\nBring a cake',
	],
	[
		'an event at a place without a name, and at an impossible time',
		{
			eventMessage: {
				name: 'Walk',
				startTime: Number.MAX_SAFE_INTEGER,
				location: { degreesLatitude: 52.5, degreesLongitude: 13.4 },
			},
		},
		'Event: Walk\n52.5, 13.4',
	],
	[
		'a planned call with its time',
		{ scheduledCallCreationMessage: { title: 'Weekly', scheduledTimestampMs: Date.UTC(2027, 7, 1, 15) } },
		'Planned call: Weekly\n2027-08-01 15:00 UTC',
	],
	[
		'a payment request',
		{ requestPaymentMessage: { amount1000: 5000, currencyCodeIso4217: 'EUR', noteMessage: text('Lunch') } },
		'Payment request: 5.00 EUR, Lunch',
	],
	['a call', { scheduledCallCreationMessage: { title: 'Weekly' } }, 'Planned call: Weekly'],
	['a group invitation', { groupInviteMessage: { groupName: 'Chess' } }, 'Invitation to a group: Chess'],
	['a product', { productMessage: { product: { title: 'A chair' } } }, 'Product: A chair'],
];

const button = (name: string, params: object) => ({ name, buttonParamsJson: JSON.stringify(params) });

/** Messages with the buttons, or the choice of one, that their events contain. */
const BUTTONS: [string, proto.IMessage, object][] = [
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
		'a button whose name is that of a property of all objects',
		{
			interactiveMessage: {
				body: { text: 'Choose one' },
				nativeFlowMessage: { buttons: [button('constructor', { display_text: 'Yes' })] },
			},
		},
		{
			content: 'Choose one',
			interactive: {
				header: null,
				body: 'Choose one',
				footer: null,
				options: [{ kind: 'other', id: null, title: 'Yes', value: null }],
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
];

describe('text and buttons of messages received by QR code', () => {
	useReceivingInstance();

	for (const [kind, message, content] of TEXT_CONTENT) {
		it(`maps ${kind} to text`, async () => {
			expect(await eventData(message)).toMatchObject({ type: 'text', content, from: ADA });
		});
	}

	it.each(BUTTONS)('has the parts of %s', async (_kind, message, expected) => {
		expect(await eventData(message)).toMatchObject({ from: ADA, ...expected });
	});
});
