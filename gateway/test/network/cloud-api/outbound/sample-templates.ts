import type { Template } from '../../../cloud-api-server/world.ts';

const BODY = { type: 'BODY', text: 'Hello.' };
const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
function template(name: string, components: Template['components'], language = 'en_US'): Template {
	return { id: name, name, language, status: 'APPROVED', category: 'UTILITY', components };
}

/** Templates with parts of every kind. */
export const SAMPLE_TEMPLATES: readonly Template[] = [
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
