import { describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { OFFICIAL } from '../../support/official/simulated-official.ts';
import { gateway, instanceId, useTemplates } from '../../support/official/template-suite.ts';

describe('GET /v1/templates', () => {
	useTemplates();

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
					expect.objectContaining({ name: 'product_tour', parametersCount: 1 }),
					expect.objectContaining({ name: 'spring_sale', category: 'marketing', status: 'pending' }),
					expect.objectContaining({ name: 'store_opening', parametersCount: 3 }),
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
			product_tour: [
				{ ...none, component: 'header', type: 'video' },
				{ component: 'button', subType: 'flow', type: 'action', required: false, title: 'Book a demo' },
			],
			store_opening: [
				{ ...none, component: 'header', type: 'location' },
				{ ...none, component: 'body', name: '1', type: 'date_time', example: 'December 24' },
				{ component: 'button', subType: 'copy_code', type: 'coupon_code', required: true, example: 'COFFEE' },
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
});
