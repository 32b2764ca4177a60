import { PHONE } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

const text = (value: string): unknown => ({ type: 'text', text: value });
const body = (...parameters: unknown[]): unknown[] => [{ type: 'body', parameters }];

/** Templates that cannot be sent, and lists of templates that cannot be read. */
export const TEMPLATE_SCENARIOS: readonly Scenario[] = [
	refused('template_not_found', 'an unknown name', { name: 'no_such_template', language: 'en_US' }),
	refused('template_not_found', 'an unknown language', {
		name: 'hello_world',
		language: 'de_DE',
	}),
	refused('template_not_approved', 'not approved', { name: 'spring_sale', language: 'en_US' }),
	refused('invalid_template_params', 'no parameters', { name: 'order_update', language: 'en_US' }),
	refused('invalid_template_params', 'too few parameters', {
		name: 'order_update',
		language: 'en_US',
		components: body(text('Ada')),
	}),
	refused('invalid_template_params', 'too many parameters', {
		name: 'hello_world',
		language: 'en_US',
		components: body(text('Ada')),
	}),
	refused('invalid_template_params', 'a parameter of another type', {
		name: 'order_update',
		language: 'en_US',
		components: body(text('Ada'), { type: 'currency', currency: { code: 'EUR', amount_1000: 1 } }),
	}),
	refused('invalid_media_url', 'an upload that does not exist', {
		name: 'order_shipped',
		language: 'de',
		components: [
			{ type: 'header', parameters: [{ type: 'document', document: { link: 'media:med_0' } }] },
			...body(text('Ada'), text('17')),
		],
	}),
	{
		operation: 'POST /v1/messages/template',
		code: 'official_api_required',
		what: 'an instance connected by QR code',
		call: (_fixtures, { instanceId }) => ({
			body: { instanceId, to: PHONE, template: { name: 'hello_world', language: 'en_US' } },
		}),
	},
	{
		operation: 'POST /v1/messages/template',
		code: 'instance_disconnected',
		what: 'an official instance that was disconnected',
		call: async (fixtures) => {
			const instanceId = await fixtures.newOfficial();
			await fixtures.session.send('POST /v1/instances/{}/disconnect', { path: { instanceId } });
			return { body: { instanceId, to: PHONE, template: { name: 'hello_world', language: 'en_US' } } };
		},
	},
	{
		operation: 'GET /v1/templates',
		code: 'official_api_required',
		what: 'an instance connected by QR code',
		call: (_fixtures, { instanceId }) => ({ query: { instanceId } }),
	},
	{
		operation: 'GET /v1/templates',
		code: 'instance_disconnected',
		what: 'an official instance that was disconnected',
		call: async (fixtures) => {
			const instanceId = await fixtures.newOfficial();
			await fixtures.session.send('POST /v1/instances/{}/disconnect', { path: { instanceId } });
			return { query: { instanceId } };
		},
	},
	{
		operation: 'POST /v1/messages/template',
		code: 'invalid_phone_number',
		what: 'to an invalid phone',
		call: async (fixtures) => ({
			body: {
				instanceId: await fixtures.official(),
				to: '+49',
				template: { name: 'hello_world', language: 'en_US' },
			},
		}),
	},
];

function refused(code: string, what: string, template: unknown): Scenario {
	return {
		operation: 'POST /v1/messages/template',
		code,
		what,
		call: async (fixtures) => ({ body: { instanceId: await fixtures.official(), to: PHONE, template } }),
	};
}
