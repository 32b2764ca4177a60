import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSINESS, type Template } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { HAS_META_DOCUMENT, readMetaDocument } from '../../../support/official/meta-document.ts';
import { reached } from '../../../support/media.ts';
import { upload } from '../../../support/requests.ts';
import { PDF as PDF_FILE } from '../../../support/sample-files.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';

const PHONE = '16505551234';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

const BODY = { type: 'BODY', text: 'Hello.' };
const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
function template(name: string, components: Template['components'], language = 'en_US'): Template {
	return { id: name, name, language, status: 'APPROVED', category: 'UTILITY', components };
}

const TEMPLATES: readonly Template[] = [
	template('text_header', [{ type: 'HEADER', format: 'TEXT', text: 'Hello {{1}}' }, BODY]),
	{
		...template('named_header', [
			{
				type: 'HEADER',
				format: 'TEXT',
				text: 'Hello {{name}}',
				example: { header_text_named_params: [{ param_name: 'name', example: 'Ada' }] },
			},
			{
				type: 'BODY',
				text: '{{name}}, see you on {{day}}.',
				example: { body_text_named_params: [{ param_name: 'name', example: 'Grace' }, 'no object'] },
			},
		]),
		parameter_format: 'NAMED',
	},
	template('video_header', [{ type: 'HEADER', format: 'VIDEO' }, BODY]),
	template('document_header', [{ type: 'HEADER', format: 'DOCUMENT' }, BODY]),
	template('location_header', [{ type: 'HEADER', format: 'LOCATION' }, BODY]),
	template('many_buttons', [
		BODY,
		buttons(
			{ type: 'QUICK_REPLY', text: 'Yes' },
			{ type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' },
			{ type: 'COPY_CODE', text: 'Copy', example: 'SAVE10' },
			{ type: 'PHONE_NUMBER', text: 'Call', phone_number: '+16505551234' },
			{ type: 'FLOW', text: 'Book', flow_id: '1' },
		),
	]),
	template('catalog', [BODY, buttons({ type: 'CATALOG', text: 'View' })]),
	template('products', [BODY, buttons({ type: 'MPM', text: 'View' })]),
	template('code', [{ type: 'BODY', text: '*{{1}}* is your code.' }, buttons({ type: 'OTP', text: 'Copy' })]),
	template('examples', [
		{ type: 'HEADER', format: 'TEXT', text: '{{1}} sale', example: { header_text: ['Summer'] } },
		{ type: 'BODY', text: '{{2}}, {{1}}', example: { body_text: [['Ada', 'x'.repeat(1000)]] } },
		buttons({
			type: 'URL',
			text: 'Open',
			url: 'https://example.com/p/{{1}}',
			example: ['https://example.com/p/summer-17'],
		}),
	]),
	template('carousel', [BODY, { type: 'CAROUSEL', cards: [] }]),
	template('filipino', [{ type: 'BODY', text: 'Kumusta' }], 'fil'),
	template('dari', [{ type: 'BODY', text: 'سلام' }], 'prs_AF'),
];

beforeAll(async () => {
	meta = await startCloudApi();
	await meta.templates(BUSINESS, TEMPLATES);
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

	it('are described for clients, with the examples of Meta', async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		const listed = answer.at('data') as { name: string; placeholders: object[] }[];
		const placeholdersOf = (name: string) => listed.find((one) => one.name === name)?.placeholders;
		const none = { subType: null, index: null, name: null, required: true, example: null, title: null };
		const parts = (component: string, name: string | null, type: string, example: string | null = null) => ({
			...none,
			component,
			name,
			type,
			example,
		});
		expect(placeholdersOf('examples')).toEqual([
			parts('header', '1', 'text', 'Summer'),
			parts('body', '1', 'text', 'Ada'),
			parts('body', '2', 'text', 'x'.repeat(256)),
			{
				...none,
				component: 'button',
				subType: 'url',
				index: 0,
				type: 'text',
				example: 'summer-17',
				title: 'Open',
			},
		]);
		expect(placeholdersOf('named_header')).toEqual([
			parts('header', 'name', 'text', 'Ada'),
			parts('body', 'name', 'text', 'Grace'),
			parts('body', 'day', 'text'),
		]);
		expect(placeholdersOf('video_header')).toEqual([parts('header', null, 'video')]);
		expect(placeholdersOf('location_header')).toEqual([parts('header', null, 'location')]);
		expect(placeholdersOf('many_buttons')).toMatchObject([
			{ subType: 'quick_reply', index: 0, type: 'payload', required: false, title: 'Yes' },
			{ subType: 'url', index: 1, type: 'text', required: true },
			{ subType: 'copy_code', index: 2, type: 'coupon_code', required: true, example: 'SAVE10' },
			{ subType: 'flow', index: 4, type: 'action', required: false },
		]);
	});

	it('are counted for clients', async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		const listed = answer.at('data') as { name: string; parametersCount: number }[];
		const counts = Object.fromEntries(listed.map(({ name, parametersCount }) => [name, parametersCount]));
		expect(counts).toMatchObject({
			text_header: 1,
			named_header: 3,
			location_header: 1,
			many_buttons: 2,
			code: 2,
		});
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
