import type {
	TemplateCategory,
	TemplateParameter,
	TemplateStatus,
} from '../../../domain/messages/template.ts';

export type ParameterType = TemplateParameter['type'];

type KnownButton = { title: string; example: string | null; parameters: readonly ParameterType[] } & (
	| { subType: 'url'; url: string }
	| { subType: 'quick_reply' | 'copy_code' | 'flow' }
);

/** A template of the simulated network. */
export interface KnownTemplate {
	name: string;
	language: string;
	category: TemplateCategory;
	status: TemplateStatus;
	/** Each placeholder is replaced by a parameter of the body. */
	body: string;
	/** The types of the parameters of each part, in order. */
	header: readonly ParameterType[];
	bodyParameters: readonly ParameterType[];
	/** An example for each parameter of the body. */
	examples: readonly string[];
	/** One entry per button, in the order of their indexes; `{{1}}` in a page's address is its parameter. */
	buttons: readonly KnownButton[];
}

export const KNOWN_TEMPLATES: readonly KnownTemplate[] = [
	{
		name: 'hello_world',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Hello World',
		header: [],
		bodyParameters: [],
		examples: [],
		buttons: [],
	},
	{
		name: 'order_update',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Hello {{1}}, there is news about your order {{2}}.',
		header: [],
		bodyParameters: ['text', 'text'],
		examples: ['Ada', '4711'],
		buttons: [],
	},
	{
		name: 'invoice_ready',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Your invoice over {{1}} is ready.',
		header: ['image'],
		bodyParameters: ['currency'],
		examples: ['€12.50'],
		buttons: [
			{
				subType: 'url',
				title: 'View invoice',
				example: 'invoice-7',
				url: 'https://shop.simulator.example/invoices/{{1}}',
				parameters: ['text'],
			},
		],
	},
	{
		name: 'spring_sale',
		language: 'en_US',
		category: 'marketing',
		status: 'pending',
		body: 'Our spring sale has begun.',
		header: [],
		bodyParameters: [],
		examples: [],
		buttons: [],
	},
	{
		name: 'appointment_reminder',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Hello {{1}}, see you on {{2}}. Can you come?',
		header: [],
		bodyParameters: ['text', 'text'],
		examples: ['Ada', 'Monday at 10'],
		buttons: [
			{ subType: 'quick_reply', title: 'I will come', example: null, parameters: [] },
			{ subType: 'quick_reply', title: 'Cancel', example: null, parameters: [] },
		],
	},
	{
		name: 'order_shipped',
		language: 'de',
		category: 'utility',
		status: 'approved',
		body: 'Hallo {{first_name}}, Ihre Bestellung {{order}} ist unterwegs.',
		header: ['document'],
		bodyParameters: ['text', 'text'],
		examples: ['Ada', '4711'],
		buttons: [],
	},
	{
		name: 'store_opening',
		language: 'en_US',
		category: 'marketing',
		status: 'approved',
		body: 'Our new shop opens on {{1}}. The first coffee is free.',
		header: ['location'],
		bodyParameters: ['date_time'],
		examples: ['December 24'],
		buttons: [
			{ subType: 'copy_code', title: 'Copy the code', example: 'COFFEE', parameters: ['coupon_code'] },
		],
	},
	{
		name: 'product_tour',
		language: 'en_US',
		category: 'marketing',
		status: 'approved',
		body: 'See how it works in two minutes.',
		header: ['video'],
		bodyParameters: [],
		examples: [],
		buttons: [{ subType: 'flow', title: 'Book a demo', example: null, parameters: [] }],
	},
];
