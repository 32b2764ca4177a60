import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrived, arrivedFrom, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { authorization, reached } from '../../../support/media.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../../../support/official/official.ts';
import { sampleNamed, type SampleFile } from '../../../support/sample-files.ts';

const PHONE = '16505551234';
const BSUID = 'US.13491208655302741918';
const ENVELOPE = { messaging_product: 'whatsapp', recipient_type: 'individual' };

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	instanceId = await officialInstance(gateway);
	await subscribe(meta, gateway.url, instanceId);
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});

/** Sends a message; returns its body at Meta, which the stand-in has found valid, without the envelope. */
async function sentBody(request: Record<string, unknown>, to = PHONE): Promise<Record<string, unknown>> {
	const answer = await gateway.post('/v1/messages/send', { instanceId, to, ...request });
	expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
	const messageId = answer.text('messageId');
	await reached(gateway, messageId, 'sent');
	const last = (await meta.requests('messages')).at(-1);
	expect(last?.violation).toBeNull();
	const {
		biz_opaque_callback_data: ownId,
		to: phone,
		recipient,
		...rest
	} = (last?.body ?? {}) as Record<string, unknown>;
	expect([ownId, phone ?? recipient]).toEqual([messageId, to.replace('@bsuid', '')]);
	return rest;
}

async function uploaded({ name, mimeType, bytes }: SampleFile): Promise<unknown> {
	const form = new FormData();
	form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
	const init = { method: 'POST', headers: { authorization }, body: form };
	return at(await (await fetch(`${gateway.url}/v1/media`, init)).json(), 'data.mediaUrl');
}

const CARD = [
	'BEGIN:VCARD',
	'VERSION:3.0',
	'FN:Dr. Ada Lovelace',
	'N:Lovelace;Ada;;Dr.;',
	'ORG:Engine\\; Works;Mills',
	'TITLE:Countess',
	'TEL;TYPE=CELL:+44 20 7946 0000',
	'ADR;TYPE=HOME:;;1 St James Sq;London;;;United Kingdom',
	'URL:https://example.com/ada',
	'BDAY:1815-12-10',
	'END:VCARD',
].join('\r\n');
const BUTTONS = {
	type: 'button',
	header: { type: 'image', image: { link: 'https://example.com/a.png' } },
	body: { text: 'Shall we deliver today?' },
	footer: { text: 'The shop' },
	action: {
		buttons: [
			{ type: 'reply', reply: { id: 'yes', title: 'Yes' } },
			{ type: 'reply', reply: { id: 'no', title: 'No' } },
		],
	},
};
const LIST = {
	type: 'list',
	header: { type: 'text', text: 'Days' },
	body: { text: 'When?' },
	action: {
		button: 'Choose',
		sections: [
			{ title: 'Soon', rows: [{ id: 'tue', title: 'Tuesday', description: 'The 3rd' }] },
			{ title: 'Later', rows: [{ id: 'wed', title: 'Wednesday' }] },
		],
	},
};
const LINK = {
	type: 'cta_url',
	body: { text: 'Our shop' },
	action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com/' } },
};
const LOCATION_REQUEST = {
	type: 'location_request_message',
	body: { text: 'Where are you?' },
	action: { name: 'send_location' },
};
const FLOW = {
	type: 'flow',
	body: { text: 'Book a table' },
	action: {
		name: 'flow',
		parameters: {
			flow_message_version: '3',
			flow_id: '1234567890',
			flow_cta: 'Book',
			flow_token: 'booking-7',
			flow_action: 'navigate',
			flow_action_payload: { screen: 'FIRST', data: { day: 'Tuesday' } },
		},
	},
};

describe('kinds of messages sent through the Cloud API', () => {
	it.each([
		[
			'a location',
			{ location: { latitude: 48.2104, longitude: -16.3655, name: 'Café Central', address: 'Vienna' } },
			{
				type: 'location',
				location: {
					latitude: '48.2104',
					longitude: '-16.3655',
					name: 'Café Central',
					address: 'Vienna',
				},
			},
		],
		[
			'a bare location near the equator',
			{ location: { latitude: 0.0000001, longitude: 180 } },
			{ type: 'location', location: { latitude: '0.0000001', longitude: '180' } },
		],
		[
			'contacts',
			{
				contacts: [
					{ name: 'Ada Lovelace', phones: ['+44 20 7946 0000', '020 7946'], emails: ['ada@example.com'] },
					{ name: 'Alan', phones: ['+442079460001'] },
				],
			},
			{
				type: 'contacts',
				contacts: [
					{
						name: { formatted_name: 'Ada Lovelace', first_name: 'Ada Lovelace' },
						phones: [{ phone: '+44 20 7946 0000', wa_id: '442079460000' }, { phone: '020 7946' }],
						emails: [{ email: 'ada@example.com' }],
					},
					{
						name: { formatted_name: 'Alan', first_name: 'Alan' },
						phones: [{ phone: '+442079460001', wa_id: '442079460001' }],
					},
				],
			},
		],
		[
			'all that a card says',
			{ contacts: [{ vcard: CARD }] },
			{
				type: 'contacts',
				contacts: [
					{
						name: {
							formatted_name: 'Dr. Ada Lovelace',
							first_name: 'Ada',
							last_name: 'Lovelace',
							prefix: 'Dr.',
						},
						phones: [{ phone: '+44 20 7946 0000', wa_id: '442079460000' }],
						org: { company: 'Engine; Works', department: 'Mills', title: 'Countess' },
						urls: [{ url: 'https://example.com/ada' }],
						addresses: [{ street: '1 St James Sq', city: 'London', country: 'United Kingdom' }],
						birthday: '1815-12-10',
					},
				],
			},
		],
		['buttons', { interactive: BUTTONS }, { type: 'interactive', interactive: BUTTONS }],
		['a list', { interactive: LIST }, { type: 'interactive', interactive: LIST }],
		['a link', { interactive: LINK }, { type: 'interactive', interactive: LINK }],
		[
			'a request for a location',
			{ interactive: LOCATION_REQUEST },
			{ type: 'interactive', interactive: LOCATION_REQUEST },
		],
		['a flow', { interactive: FLOW }, { type: 'interactive', interactive: FLOW }],
		[
			'a text with a preview',
			{ message: 'https://example.com/', linkPreview: true },
			{ type: 'text', text: { body: 'https://example.com/', preview_url: true } },
		],
		[
			'a text without a preview',
			{ message: 'https://example.com/', linkPreview: false },
			{ type: 'text', text: { body: 'https://example.com/', preview_url: false } },
		],
	])('include %s', async (_what, request, body) => {
		expect(await sentBody(request)).toEqual({ ...ENVELOPE, ...body });
	});

	it('include stickers and voice notes', async () => {
		const sticker = { mediaUrl: await uploaded(sampleNamed('a.webp')), mediaType: 'sticker' };
		expect(await sentBody(sticker)).toEqual({
			...ENVELOPE,
			type: 'sticker',
			sticker: { id: expect.any(String) },
		});
		const voiceNote = { mediaUrl: await uploaded(sampleNamed('a.ogg')), mediaType: 'audio', voice: true };
		expect(await sentBody(voiceNote)).toEqual({
			...ENVELOPE,
			type: 'audio',
			audio: { id: expect.any(String), voice: true },
		});
	});

	it('can reply, and reach a person without a phone number', async () => {
		const question = written('wamid.question', 'text', { body: 'Where?' });
		await meta.notify(webhook(arrivedFrom({ bsuid: BSUID }, question)));
		const chat = `${BSUID}@bsuid`;
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${chat}`);
		const quotedMessageId = history.at('data.0.messageId');
		const request = { location: { latitude: 1, longitude: 2 }, quotedMessageId };
		expect(await sentBody(request, chat)).toMatchObject({ context: { message_id: 'wamid.question' } });
	});

	it('fail with the words of Meta where Meta refuses them', async () => {
		await meta.fail({
			on: 'messages',
			times: 1,
			status: 400,
			code: 131009,
			details: 'The flow is not published.',
		});
		const answer = await gateway.post('/v1/messages/send', { instanceId, to: PHONE, interactive: FLOW });
		const record = await reached(gateway, answer.text('messageId'), 'failed');
		expect(at(record, 'error.message')).toContain('The flow is not published.');
	});
});

describe('a reply through the Cloud API', () => {
	it('to a message that Meta does not know fails', async () => {
		const message = written('wamid.known', 'text', { body: 'Known here' }, { from: '16505550777' });
		await meta.notify(webhook(arrived([message])));
		const chat = '16505550777@s.whatsapp.net';
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${chat}`);
		await meta.forget('wamid.known');
		const quotedMessageId = history.at('data.0.messageId');
		const id = await sendText(gateway, instanceId, '16505550777', 'Yes', { quotedMessageId });
		const record = await reached(gateway, id, 'failed');
		expect(at(record, 'error.message')).toContain('There is no message wamid.known.');
	});
});
