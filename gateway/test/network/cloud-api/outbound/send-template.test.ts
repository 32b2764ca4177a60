import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { reached } from '../../../support/media.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';

const PHONE = '16505551234';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

/** Returns the bodies of the messages sent to Meta, oldest first, and expects them to be valid. */
const sentBodies = async (): Promise<unknown[]> => {
	const requests = await meta.requests('messages');
	expect(requests.filter(({ violation }) => violation !== null)).toEqual([]);
	return requests.map(({ body }) => body);
};

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	instanceId = await officialInstance(gateway);
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});

describe('sending templates through the Cloud API', () => {
	const send = (template: object) =>
		gateway.post('/v1/messages/template', { instanceId, to: PHONE, template });
	const text = (value: string) => ({ type: 'text', text: value });

	it.each([
		[
			'without parameters',
			{ name: 'hello_world', language: 'en_US' },
			undefined,
			'Welcome and congratulations!!',
		],
		[
			'with texts',
			{
				name: 'order_update',
				language: 'en_US',
				components: [{ type: 'body', parameters: [text('Ada'), text('17')] }],
			},
			[{ type: 'body', parameters: [text('Ada'), text('17')] }],
			'Hello Ada, there is news about your order 17.',
		],
		[
			'with an image, an amount and a button',
			{
				name: 'invoice_ready',
				language: 'en_US',
				components: [
					{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
					{ type: 'body', parameters: [{ type: 'currency', currency: { code: 'EUR', amount_1000: 12500 } }] },
					{ type: 'button', sub_type: 'url', index: 0, parameters: [text('4711')] },
				],
			},
			[
				{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
				{
					type: 'body',
					parameters: [
						{ type: 'currency', currency: { fallback_value: '€12.50', code: 'EUR', amount_1000: 12500 } },
					],
				},
				{ type: 'button', sub_type: 'url', index: '0', parameters: [text('4711')] },
			],
			'Your invoice over €12.50 is ready.',
		],
		[
			'with named parameters, in a language without a country',
			{
				name: 'named_greeting',
				language: 'de_DE',
				components: [{ type: 'body', parameters: [text('Ada'), text('das Buch')] }],
			},
			[
				{
					type: 'body',
					parameters: [
						{ ...text('Ada'), parameter_name: 'first_name' },
						{ ...text('das Buch'), parameter_name: 'order' },
					],
				},
			],
			'Hallo Ada, danke für das Buch.',
		],
	])('sends a template %s', async (_what, template, components, content) => {
		const answer = await send(template);
		expect(answer.status).toBe(202);
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'sent');
		const language = { code: template.language === 'de_DE' ? 'de' : 'en_US', policy: 'deterministic' };
		expect(at((await sentBodies()).at(-1), 'template')).toEqual({
			name: template.name,
			language,
			...(components === undefined ? {} : { components }),
		});
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=1`);
		expect(history.at('data.0')).toMatchObject({ messageId, content });
	});

	it.each([
		['an unknown name', { name: 'no_such', language: 'en_US' }, 404, 'template_not_found'],
		['another language', { name: 'hello_world', language: 'fr_FR' }, 404, 'template_not_found'],
		[
			'a template that awaits approval',
			{ name: 'spring_sale', language: 'en_US' },
			409,
			'template_not_approved',
		],
		['a missing parameter', { name: 'order_update', language: 'en_US' }, 400, 'invalid_template_params'],
		[
			'a button the template does not have',
			{
				name: 'hello_world',
				language: 'en_US',
				components: [{ type: 'button', sub_type: 'url', index: 0, parameters: [text('1')] }],
			},
			400,
			'invalid_template_params',
		],
	])('rejects %s before the message is accepted', async (_what, template, status, code) => {
		const before = (await meta.requests('messages')).length;
		const answer = await send(template);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect((await meta.requests('messages')).length).toBe(before);
	});

	it("lists templates with Meta's decision", async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		expect(answer.status).toBe(200);
		const listed = answer.at('data') as { name: string; status: string }[];
		expect(listed.map(({ name, status }) => [name, status])).toEqual([
			['brochure', 'paused'],
			['hello_world', 'approved'],
			['invoice_ready', 'approved'],
			['named_greeting', 'approved'],
			['order_update', 'approved'],
			['spring_sale', 'pending'],
		]);
	});
});
