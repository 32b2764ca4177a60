import { describe, expect, it } from '@jest/globals';
import { upload } from '../../support/requests.ts';
import { PDF as PDF_FILE, PNG } from '../../support/sample-files.ts';
import {
	AMOUNT,
	body,
	BUTTON,
	HEADER,
	named,
	templateOf,
	text,
} from '../../support/official/template-messages.ts';
import { gateway, send, useTemplates } from '../../support/official/template-suite.ts';

describe('POST /v1/messages/template with the parameters of a template', () => {
	useTemplates();

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
});
