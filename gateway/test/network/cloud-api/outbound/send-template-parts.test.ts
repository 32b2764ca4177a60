import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSINESS } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { HAS_META_DOCUMENT, readMetaDocument } from '../../../support/official/meta-document.ts';
import { reached } from '../../../support/media.ts';
import { upload } from '../../../support/requests.ts';
import { PDF as PDF_FILE } from '../../../support/sample-files.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { SAMPLE_TEMPLATES } from './sample-templates.ts';

const PHONE = '16505551234';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

beforeAll(async () => {
	meta = await startCloudApi();
	await meta.templates(BUSINESS, SAMPLE_TEMPLATES);
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	instanceId = await officialInstance(gateway);
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});

const text = (value: string) => ({ type: 'text', text: value });
const header = (...parameters: object[]) => ({ type: 'header', parameters });
const body = (...parameters: object[]) => ({ type: 'body', parameters });
const button = (subType: string, index: number, ...parameters: object[]) => ({
	type: 'button',
	sub_type: subType,
	index,
	parameters,
});
const atMeta = (subType: string, index: string, ...parameters: object[]) => ({
	type: 'button',
	sub_type: subType,
	index,
	parameters,
});
const VIDEO = { type: 'video', video: { link: 'https://example.com/a.mp4' } };
const PDF = { type: 'document', document: { link: 'https://example.com/a.pdf', filename: 'Invoice.pdf' } };
const FLOW = { type: 'action', action: { flow_token: 'booking-7', flow_action_data: { day: 'Tuesday' } } };
const CATALOG = { type: 'action', action: { thumbnail_product_retailer_id: 'mug' } };
const PRODUCTS = { type: 'action', action: { sections: [{ title: 'Tea', product_items: [] }] } };
const CAFE = { latitude: 48.2104, longitude: 16.3655, name: 'Café Central', address: 'Vienna' };

const send = (name: string, components: readonly object[], language = 'en_US') =>
	gateway.post('/v1/messages/template', {
		instanceId,
		to: PHONE,
		template: { name, language, ...(components.length === 0 ? {} : { components }) },
	});

/** Sends a template; returns its object at Meta, which the stand-in has found valid. */
async function sentTemplate(...request: Parameters<typeof send>): Promise<unknown> {
	const answer = await send(...request);
	expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
	await reached(gateway, answer.text('messageId'), 'sent');
	const last = (await meta.requests('messages')).at(-1);
	expect(last?.violation).toBeNull();
	return at(last?.body, 'template');
}

describe('parts of templates sent through the Cloud API', () => {
	it.each<[string, string, object[], object[]]>([
		['a text in the header', 'text_header', [header(text('Ada'))], [header(text('Ada'))]],
		[
			'named parameters in header and body',
			'named_header',
			[
				header(text('Ada')),
				body(text('Ada'), { type: 'date_time', date_time: { fallback_value: 'Monday' } }),
			],
			[
				header({ ...text('Ada'), parameter_name: 'name' }),
				body(
					{ ...text('Ada'), parameter_name: 'name' },
					{ type: 'date_time', date_time: { fallback_value: 'Monday' }, parameter_name: 'day' },
				),
			],
		],
		[
			'named parameters in any order',
			'named_header',
			[
				header({ ...text('Ada'), parameter_name: 'name' }),
				body({ ...text('Monday'), parameter_name: 'day' }, { ...text('Ada'), parameter_name: 'name' }),
			],
			[
				header({ ...text('Ada'), parameter_name: 'name' }),
				body({ ...text('Ada'), parameter_name: 'name' }, { ...text('Monday'), parameter_name: 'day' }),
			],
		],
		[
			'a position by its number',
			'text_header',
			[header({ ...text('Ada'), parameter_name: '1' })],
			[header(text('Ada'))],
		],
		['a video in the header', 'video_header', [header(VIDEO)], [header(VIDEO)]],
		['a document in the header', 'document_header', [header(PDF)], [header(PDF)]],
		[
			'a location in the header',
			'location_header',
			[header({ type: 'location', location: CAFE })],
			[header({ type: 'location', location: { ...CAFE, latitude: '48.2104', longitude: '16.3655' } })],
		],
		[
			'buttons of several kinds',
			'many_buttons',
			[
				button('quick_reply', 0, { type: 'payload', payload: 'yes-1' }),
				button('URL', 1, text('17')),
				button('copy_code', 2, { type: 'coupon_code', coupon_code: 'SAVE10' }),
				button('flow', 4, FLOW),
			],
			[
				atMeta('quick_reply', '0', { type: 'payload', payload: 'yes-1' }),
				atMeta('url', '1', text('17')),
				atMeta('copy_code', '2', { type: 'coupon_code', coupon_code: 'SAVE10' }),
				atMeta('flow', '4', FLOW),
			],
		],
		[
			'texts for all buttons',
			'many_buttons',
			[
				button('quick_reply', 0, text('yes-1')),
				button('url', 1, text('17')),
				button('copy_code', 2, text('SAVE10')),
			],
			[
				atMeta('quick_reply', '0', { type: 'payload', payload: 'yes-1' }),
				atMeta('url', '1', text('17')),
				atMeta('copy_code', '2', { type: 'coupon_code', coupon_code: 'SAVE10' }),
			],
		],
		['a catalog', 'catalog', [button('catalog', 0, CATALOG)], [atMeta('catalog', '0', CATALOG)]],
		['products', 'products', [button('mpm', 0, PRODUCTS)], [atMeta('mpm', '0', PRODUCTS)]],
		[
			'a code',
			'code',
			[body(text('123456')), button('url', 0, text('123456'))],
			[body(text('123456')), atMeta('url', '0', text('123456'))],
		],
	])('include %s', async (_what, name, given, components) => {
		expect(await sentTemplate(name, given)).toEqual({
			name,
			language: { code: 'en_US', policy: 'deterministic' },
			components,
		});
	});

	it.each(['fil', 'prs_AF'])('have every language of Meta: %s', async (language) => {
		const name = language === 'fil' ? 'filipino' : 'dari';
		expect(await sentTemplate(name, [], language)).toMatchObject({ language: { code: language } });
	});

	it.each<[string, string, object[], string]>([
		['a missing header', 'video_header', [], 'the header takes 1'],
		[
			'a header of another kind',
			'video_header',
			[header(text('Ada'))],
			'the header takes video, but text came',
		],
		['a header where none is', 'catalog', [header(text('Ada'))], 'the header takes 0'],
		['a missing code', 'many_buttons', [button('url', 1, text('17'))], 'the copy_code button 2 takes 1'],
		[
			'a payload in a link',
			'many_buttons',
			[button('url', 1, { type: 'payload', payload: 'x' }), button('copy_code', 2, text('SAVE10'))],
			'the url button 1 takes text, but payload came',
		],
		[
			'a parameter of a button that calls',
			'many_buttons',
			[
				button('url', 1, text('17')),
				button('copy_code', 2, text('SAVE10')),
				button('phone_number', 3, text('1')),
			],
			'the phone_number button 3 takes 0',
		],
		['products without a list', 'products', [], 'the mpm button 0 takes 1'],
		['a carousel', 'carousel', [], 'the part carousel'],
	])('are refused before the message is accepted: %s', async (_what, name, components, reason) => {
		const answer = await send(name, components);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_template_params']);
		expect(answer.text('error.message')).toContain(reason);
	});

	it('include an uploaded file, which the gateway uploads to Meta', async () => {
		const mediaUrl = await upload(gateway, PDF_FILE, 'application/pdf');
		const given = header({ type: 'document', document: { link: mediaUrl } });
		const sent = await sentTemplate('document_header', [given]);
		const mediaId = (await meta.requests('media')).at(-1)?.mediaId;
		expect(mediaId).toEqual(expect.any(String));
		expect(at(sent, 'components')).toEqual([
			header({ type: 'document', document: { id: mediaId, filename: 'file' } }),
		]);
	});
});

if (HAS_META_DOCUMENT) {
	it("Meta's document accepts headers of templates", () => {
		const document = readMetaDocument();
		for (const parameter of [text('Ada'), VIDEO, { type: 'document', document: { link: 'https://a.b' } }]) {
			expect(document.faultOf(document.schemaFor('ParameterObject', parameter), parameter)).toBeNull();
		}
	});
}
