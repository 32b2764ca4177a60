import { describe, expect, it } from '@jest/globals';
import {
	AMOUNT,
	body,
	BUTTON,
	HEADER,
	named,
	templateOf,
	text,
} from '../../support/official/template-messages.ts';
import { send, useTemplates } from '../../support/official/template-suite.ts';

describe('the fields of POST /v1/messages/template', () => {
	useTemplates();

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
});
