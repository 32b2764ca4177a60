import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { reached } from '../../support/media.ts';
import { upload } from '../../support/requests.ts';
import { PDF as PDF_FILE, PNG } from '../../support/sample-files.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';

const TO = '4915112345678';
const OFFICIAL = { method: 'official', businessId: '1', phoneNumberId: '2', accessToken: 'token' };

const text = (value: string) => ({ type: 'text', text: value });
const body = (...parameters: unknown[]) => ({ type: 'body', parameters });
const HEADER = {
	type: 'header',
	parameters: [{ type: 'image', image: { link: 'https://example.com/header.jpg' } }],
};
const AMOUNT = { type: 'currency', currency: { code: 'EUR', amount_1000: 12_500 } };
const BUTTON = { type: 'button', sub_type: 'url', index: 0, parameters: [text('invoice-7')] };

describe('POST /v1/messages/template', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		const created = await gateway.post('/v1/instances', { name: 'Official' });
		instanceId = created.text('data.id');
		await gateway.post(`/v1/instances/${instanceId}/connect`, OFFICIAL);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'], instanceId });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
	});

	const send = (template: unknown, rest: Record<string, unknown> = {}) =>
		gateway.post('/v1/messages/template', { instanceId, to: TO, template, ...rest });
	const templateOf = (name: string, ...components: unknown[]) => ({ name, language: 'en_US', components });

	it.each([
		['hello_world', { name: 'hello_world', language: 'en_US' }, 'Hello World'],
		['no components', templateOf('hello_world'), 'Hello World'],
		['empty components', templateOf('hello_world', body()), 'Hello World'],
		[
			'order_update',
			templateOf('order_update', body(text('{{2}}'), text('$& {{1}}'))),
			'Hello {{2}}, there is news about your order $& {{1}}.',
		],
		[
			'invoice_ready',
			templateOf('invoice_ready', HEADER, body(AMOUNT), BUTTON),
			'Your invoice over €12.50 is ready.',
		],
	])('sends %s with the resulting text as content', async (_what, template, content) => {
		const answer = await send(template);
		expect(answer.status).toBe(202);
		const messageId = answer.text('messageId');
		expect(answer.body).toEqual({
			success: true,
			messageId: expect.stringMatching(/^msg_/),
			status: 'queued',
		});
		await reached(gateway, messageId, 'read');
		const { event } = await receiver.find(content, (request) => request.at('data.messageId') === messageId);
		expect(at(event, 'data')).toMatchObject({ type: 'text', content, to: TO });
	});

	it.each([
		['an unknown template', templateOf('no_such_template'), 404, 'template_not_found'],
		['another language', { name: 'hello_world', language: 'de_DE' }, 404, 'template_not_found'],
		['a template that is not approved', templateOf('spring_sale'), 409, 'template_not_approved'],
		['too few parameters', templateOf('order_update', body(text('Ada'))), 400, 'invalid_template_params'],
		['too many parameters', templateOf('hello_world', body(text('Ada'))), 400, 'invalid_template_params'],
		['no parameters', templateOf('order_update'), 400, 'invalid_template_params'],
		[
			'a parameter of another type',
			templateOf('order_update', body(text('Ada'), AMOUNT)),
			400,
			'invalid_template_params',
		],
		['no button', templateOf('invoice_ready', HEADER, body(AMOUNT)), 400, 'invalid_template_params'],
		[
			'another button',
			templateOf('invoice_ready', HEADER, body(AMOUNT), { ...BUTTON, index: 1 }),
			400,
			'invalid_template_params',
		],
		[
			'a duplicate component',
			templateOf('order_update', body(text('A'), text('B')), body(text('A'), text('B'))),
			400,
			'invalid_template_params',
		],
		[
			'an image by plain HTTP',
			templateOf(
				'invoice_ready',
				{ type: 'header', parameters: [{ type: 'image', image: { link: 'http://example.com/a.jpg' } }] },
				body(AMOUNT),
				BUTTON,
			),
			400,
			'invalid_template_params',
		],
	])('answers an error for %s', async (_what, template, status, code) => {
		const answer = await send(template);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
	});

	it.each([
		['no template', undefined, '"template"'],
		['no name', { language: 'en_US' }, '"template.name"'],
		['no language', { name: 'hello_world' }, '"template.language"'],
		['a language in another format', { name: 'hello_world', language: 'en-US' }, '"template.language"'],
		['an unknown field', { ...templateOf('hello_world'), namespace: 'x' }, '"template.namespace"'],
		[
			'an unknown component',
			templateOf('hello_world', { type: 'footer', parameters: [] }),
			'components.0.type',
		],
		['no parameters', templateOf('hello_world', { type: 'body' }), 'components.0.parameters"'],
		[
			'a currency in a header',
			templateOf('x', { type: 'header', parameters: [AMOUNT] }),
			'parameters.0.type',
		],
		['an image in a body', templateOf('x', body(text('a'), HEADER.parameters[0])), 'parameters.1.type'],
		['a currency in a button', templateOf('x', { ...BUTTON, parameters: [AMOUNT] }), 'parameters.0.type'],
		[
			'a button without its subtype',
			templateOf('x', { ...BUTTON, sub_type: undefined }),
			'components.0.sub_type',
		],
		['a button without its index', templateOf('x', { ...BUTTON, index: undefined }), 'components.0.index'],
		['a body with an index', templateOf('x', { ...body(), index: 0 }), 'components.0.index'],
		['a text without text', templateOf('x', body({ type: 'text' })), 'parameters.0.text'],
		['a text with a number', templateOf('x', body({ type: 'text', text: 7 })), 'parameters.0.text'],
		['a text with a currency', templateOf('x', body({ ...AMOUNT, ...text('x') })), 'parameters.0.currency'],
		[
			'an amount that is no whole number',
			templateOf('x', body({ type: 'currency', currency: { code: 'EUR', amount_1000: 1.5 } })),
			'currency.amount_1000',
		],
		[
			'an unknown currency',
			templateOf('x', body({ type: 'currency', currency: { code: 'euro', amount_1000: 1 } })),
			'currency.code',
		],
		[
			'a latitude beyond the pole',
			templateOf('x', {
				type: 'header',
				parameters: [{ type: 'location', location: { latitude: 90.1, longitude: 0 } }],
			}),
			'location.latitude',
		],
		[
			'an action of 20 kB',
			templateOf('x', {
				...BUTTON,
				sub_type: 'flow',
				parameters: [{ type: 'action', action: { flow_token: 'x'.repeat(20_000) } }],
			}),
			'parameters.0.action',
		],
	])('answers 400 for %s and names the field', async (_what, template, field) => {
		const answer = await send(template);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(field);
	});

	it.each([
		['text', text('Ada')],
		['video', { type: 'video', video: { link: 'https://example.com/a.mp4' } }],
		['document', { type: 'document', document: { link: 'https://example.com/a.pdf', filename: 'a.pdf' } }],
		['location', { type: 'location', location: { latitude: 48.2, longitude: 16.4, name: 'Café' } }],
	])('takes a %s in a header', async (_what, parameter) => {
		const answer = await send(templateOf('no_such_template', { type: 'header', parameters: [parameter] }));
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'template_not_found']);
	});

	it.each([
		['quick_reply', { type: 'payload', payload: 'yes' }],
		['copy_code', { type: 'coupon_code', coupon_code: 'SPRING' }],
		[
			'flow',
			{ type: 'action', action: { flow_token: 'booking-7', flow_action_data: { date: '2026-12-24' } } },
		],
		['catalog', { type: 'action', action: { thumbnail_product_retailer_id: '2lc20305pt' } }],
	])('takes the parameter of a button of the kind %s', async (subType, parameter) => {
		const button = { type: 'button', sub_type: subType, index: 0, parameters: [parameter] };
		const answer = await send(templateOf('no_such_template', button));
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'template_not_found']);
	});

	it.each(['fil', 'de', 'prs_AF', 'zh_HK'])('takes the language %s', async (language) => {
		const answer = await send({ name: 'no_such_template', language });
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'template_not_found']);
	});

	const named = (name: string, value: string) => ({ ...text(value), parameter_name: name });
	const PDF = { link: 'https://example.com/a.pdf' };
	const shipped = (document: object, ...parameters: object[]) => ({
		name: 'order_shipped',
		language: 'de',
		components: [{ type: 'header', parameters: [{ type: 'document', document }] }, body(...parameters)],
	});

	it('fills in parameters by their names in any order', async () => {
		const answer = await send(shipped(PDF, named('order', '17'), named('first_name', 'Ada')));
		expect(answer.status).toBe(202);
		const message = await gateway.get(`/v1/messages/${answer.text('messageId')}`);
		expect(message.at('data.content')).toBe('Hallo Ada, Ihre Bestellung 17 ist unterwegs.');
	});

	it.each([
		['an unknown name', [named('order', '17'), named('name', 'Ada')], 'the body does not have {{name}}'],
		['a name given twice', [named('order', '17'), named('order', '18')], 'the body has {{order}} twice'],
		['some names', [named('order', '17'), text('Ada')], 'with and without a parameter_name'],
	])('answers invalid_template_params for %s', async (_what, parameters, reason) => {
		const answer = await send(shipped(PDF, ...parameters));
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_template_params']);
		expect(answer.text('error.message')).toContain(reason);
	});

	it('answers 400 for the name of a parameter that has none', async () => {
		const image = { ...HEADER.parameters[0], parameter_name: 'picture' };
		for (const component of [
			{ type: 'header', parameters: [image] },
			{ ...BUTTON, parameters: [named('x', 'y')] },
		]) {
			const answer = await send(templateOf('x', component));
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('parameters.0.parameter_name');
		}
	});

	it('takes an uploaded file in a header, of the type of the header only', async () => {
		const parameters = [text('Ada'), text('17')];
		const pdf = await upload(gateway, PDF_FILE, 'application/pdf');
		expect((await send(shipped({ link: pdf }, ...parameters))).status).toBe(202);
		const codeFor = async (document: object) =>
			(await send(shipped(document, ...parameters))).at('error.code');
		const gone = 'media:mda_01k9z5q7v8w9x0y1z2a3b4c5d6';
		expect(await codeFor({ link: gone })).toBe('invalid_media_url');
		const image = await upload(gateway, PNG, 'image/png');
		expect(await codeFor({ link: image })).toBe('unsupported_media_type');
	});

	it('answers 409 for an instance that is not connected through the official API', async () => {
		const scanned = await connectedInstance(gateway);
		const created = await gateway.post('/v1/instances', { name: 'Gone' });
		const disconnected = created.text('data.id');
		const template = templateOf('hello_world');
		const statusAndCode = async (id: string) => {
			const answer = await send(template, { instanceId: id });
			return [answer.status, answer.at('error.code')];
		};
		expect(await statusAndCode(scanned)).toEqual([409, 'official_api_required']);
		expect(await statusAndCode(disconnected)).toEqual([409, 'official_api_required']);
		await gateway.post(`/v1/instances/${disconnected}/connect`, OFFICIAL);
		await gateway.post(`/simulator/v1/instances/${disconnected}/logout`);
		expect(await statusAndCode(disconnected)).toEqual([409, 'instance_disconnected']);
		expect(await statusAndCode('inst_0')).toEqual([404, 'invalid_instance']);
	});

	it('answers 400 for an invalid recipient and reports an unknown one as failed', async () => {
		for (const to of ['+49151', '120363025246125486@g.us']) {
			const answer = await send(templateOf('hello_world'), { to });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
		}
		const absent = await send(templateOf('hello_world'), { to: '4915112340000' });
		const record = await reached(gateway, absent.text('messageId'), 'failed');
		expect(at(record, 'error.code')).toBe('recipient_not_found');
	});

	it('lists the templates by name at /v1/templates', async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		expect([answer.status, answer.body]).toEqual([
			200,
			{
				success: true,
				data: [
					expect.objectContaining({ name: 'appointment_reminder', parametersCount: 2 }),
					{
						name: 'hello_world',
						language: 'en_US',
						category: 'utility',
						status: 'approved',
						body: 'Hello World',
						placeholders: [],
						parametersCount: 0,
					},
					expect.objectContaining({ name: 'invoice_ready', parametersCount: 3 }),
					expect.objectContaining({ name: 'order_shipped', language: 'de', parametersCount: 3 }),
					expect.objectContaining({
						name: 'order_update',
						body: 'Hello {{1}}, there is news about your order {{2}}.',
						parametersCount: 2,
					}),
					expect.objectContaining({ name: 'spring_sale', category: 'marketing', status: 'pending' }),
				],
			},
		]);
	});

	it('describes what each template takes', async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		const listed = answer.at('data') as { name: string; placeholders: unknown[] }[];
		const placeholders = Object.fromEntries(listed.map((template) => [template.name, template.placeholders]));
		const none = { subType: null, index: null, name: null, required: true, example: null, title: null };
		expect(placeholders).toMatchObject({
			invoice_ready: [
				{ ...none, component: 'header', type: 'image' },
				{ ...none, component: 'body', name: '1', type: 'currency', example: '€12.50' },
				{
					component: 'button',
					subType: 'url',
					index: 0,
					name: null,
					type: 'text',
					required: true,
					example: 'invoice-7',
					title: 'View invoice',
				},
			],
			order_shipped: [
				{ ...none, component: 'header', type: 'document' },
				{ ...none, component: 'body', name: 'first_name', type: 'text', example: 'Ada' },
				{ ...none, component: 'body', name: 'order', type: 'text', example: '4711' },
			],
			appointment_reminder: [
				{ name: '1' },
				{ name: '2' },
				{
					component: 'button',
					subType: 'quick_reply',
					type: 'payload',
					required: false,
					title: 'I will come',
				},
				{ component: 'button', index: 1, required: false, title: 'Cancel' },
			],
		});
	});

	it('answers 409 for the templates of an instance without the official API or without a connection', async () => {
		const scanned = await connectedInstance(gateway);
		const official = (await gateway.post('/v1/instances', { name: 'Was official' })).text('data.id');
		await gateway.post(`/v1/instances/${official}/connect`, OFFICIAL);
		await gateway.post(`/v1/instances/${official}/disconnect`);
		const statusAndCode = async (query: string) => {
			const answer = await gateway.get(`/v1/templates${query}`);
			return [answer.status, answer.at('error.code')];
		};
		expect(await statusAndCode(`?instanceId=${scanned}`)).toEqual([409, 'official_api_required']);
		expect(await statusAndCode(`?instanceId=${official}`)).toEqual([409, 'instance_disconnected']);
		expect(await statusAndCode('?instanceId=inst_x')).toEqual([404, 'invalid_instance']);
		expect(await statusAndCode('')).toEqual([400, 'invalid_parameters']);
	});

	it('answers 402 without credits', async () => {
		const withoutCredits = await startTestGateway({ environment: { GATEWAY_CREDITS: '0' } });
		const created = await withoutCredits.post('/v1/instances', { name: 'Poor' });
		const id = created.text('data.id');
		await withoutCredits.post(`/v1/instances/${id}/connect`, OFFICIAL);
		const template = templateOf('hello_world');
		const answer = await withoutCredits.post('/v1/messages/template', { instanceId: id, to: TO, template });
		expect([answer.status, answer.at('error.code')]).toEqual([402, 'insufficient_credits']);
		await withoutCredits.close();
	});
});
