/** A received message of the Cloud API and what the gateway makes of it. */
export interface SampleMessage {
	what: string;
	type: string;
	/** The field named after its type. */
	content: unknown;
	/** Its other fields. */
	more: Record<string, unknown>;
	/** A part of the message in the history. */
	expected: Record<string, unknown>;
	/** Whether Meta's OpenAPI document describes it; the others are in Meta's reference of webhooks only. */
	isInDocument: boolean;
}

const context = { context: { from: '15550783881', id: 'wamid.asked' } };
const FLOW_ANSWERS = { flow_token: 'booking-7', date: '2026-12-24', guests: ['Ada', 'Alan'] };
const CARD = {
	name: { formatted_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
	org: { company: 'Engine; Works' },
	phones: [{ phone: '+44 20 7946 0000', type: 'WORK', wa_id: '442079460000' }],
	emails: [{ email: 'ada@example.com', type: 'HOME' }],
	addresses: [{ street: '1 St James Sq', city: 'London', country: 'United Kingdom', type: 'HOME' }],
	birthday: '1815-12-10',
	urls: [{ url: 'https://example.com/ada', type: 'WORK' }],
};
const REFERRAL = {
	source_url: 'https://fb.me/3cr4Wqqkv',
	source_id: '120226305854810726',
	source_type: 'ad',
	body: 'Summer succulents are here!',
	headline: 'Chat with us',
	media_type: 'image',
	image_url: 'https://example.com/a.png',
	ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
};

/** One message of every type without a file. */
export const SAMPLE_MESSAGES: readonly SampleMessage[] = [
	sample('a text', 'text', { body: 'Hello' }, {}, { type: 'text', content: 'Hello' }),
	sample('a button of a template', 'button', { payload: 'yes', text: 'Yes, please' }, context, {
		type: 'text',
		content: 'Yes, please',
		reply: { kind: 'template_button', id: 'yes', title: 'Yes, please', data: null },
	}),
	sample(
		'a reply button',
		'interactive',
		{ type: 'button_reply', button_reply: { id: 'b-1', title: 'Yes' } },
		context,
		{ type: 'text', content: 'Yes', reply: { kind: 'button', id: 'b-1', title: 'Yes', data: null } },
	),
	sample(
		'an entry of a list',
		'interactive',
		{ type: 'list_reply', list_reply: { id: 'r-1', title: 'Tuesday', description: 'The 3rd' } },
		context,
		{ type: 'text', content: 'Tuesday', reply: { kind: 'list', id: 'r-1', title: 'Tuesday', data: null } },
	),
	undocumented(
		'the end of a flow',
		'interactive',
		{
			type: 'nfm_reply',
			nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(FLOW_ANSWERS) },
		},
		context,
		{
			type: 'text',
			content: 'Sent',
			reply: { kind: 'flow', id: 'booking-7', title: 'Sent', data: FLOW_ANSWERS },
		},
	),
	sample(
		'a location',
		'location',
		{
			latitude: 37.4,
			longitude: -122.1,
			name: 'Office',
			address: '1 Hacker Way',
			url: 'https://example.com/office',
		},
		{},
		{
			type: 'location',
			content: 'Location: Office, 1 Hacker Way (37.4, -122.1)',
			location: {
				latitude: 37.4,
				longitude: -122.1,
				name: 'Office',
				address: '1 Hacker Way',
				url: 'https://example.com/office',
				live: false,
			},
		},
	),
	undocumented(
		'a bare location',
		'location',
		{ latitude: -90, longitude: 180 },
		{},
		{
			type: 'location',
			content: 'Location: -90, 180',
			location: { latitude: -90, longitude: 180, name: null, address: null, url: null, live: false },
		},
	),
	sample(
		'a contact',
		'contacts',
		[CARD],
		{},
		{
			type: 'contacts',
			content: 'Contact: Ada Lovelace, +44 20 7946 0000',
			contacts: [
				{
					name: 'Ada Lovelace',
					phones: ['+44 20 7946 0000'],
					emails: ['ada@example.com'],
					vcard: [
						'BEGIN:VCARD',
						'VERSION:3.0',
						'FN:Ada Lovelace',
						'N:Lovelace;Ada;;;',
						'ORG:Engine\\; Works;',
						'TEL;TYPE=WORK;waid=442079460000:+44 20 7946 0000',
						'EMAIL;TYPE=HOME:ada@example.com',
						'ADR;TYPE=HOME:;;1 St James Sq;London;;;United Kingdom',
						'URL;TYPE=WORK:https://example.com/ada',
						'BDAY:1815-12-10',
						'END:VCARD',
					].join('\r\n'),
				},
			],
		},
	),
	sample(
		'an order',
		'order',
		{
			catalog_id: '194836987003835',
			text: 'Soon',
			product_items: [
				{ product_retailer_id: 'mug', quantity: 2, item_price: 5.1, currency: 'EUR' },
				{ product_retailer_id: 'pot', quantity: 1, item_price: 20.2, currency: 'EUR' },
			],
		},
		{},
		{
			type: 'order',
			content: 'Order: 3 items, 30.40 EUR. Soon',
			order: {
				catalogId: '194836987003835',
				items: [
					{ productId: 'mug', name: null, quantity: 2, price: 5.1 },
					{ productId: 'pot', name: null, quantity: 1, price: 20.2 },
				],
				total: { amount: 30.4, currency: 'EUR' },
			},
		},
	),
	sample(
		'an order in two currencies',
		'order',
		{
			catalog_id: '1',
			text: '',
			product_items: [
				{ product_retailer_id: 'mug', quantity: 1, item_price: 5, currency: 'EUR' },
				{ product_retailer_id: 'pot', quantity: 1, item_price: 20, currency: 'USD' },
			],
		},
		{},
		{ type: 'order', content: 'Order: 2 items', order: { total: null } },
	),
	sample(
		'a text by an advertisement',
		'text',
		{ body: 'How much?' },
		{ referral: REFERRAL },
		{
			content: 'How much?',
			referral: {
				kind: 'ad',
				id: '120226305854810726',
				url: 'https://fb.me/3cr4Wqqkv',
				title: 'Chat with us',
				text: 'Summer succulents are here!',
				clickId: 'Aff-n8ZTODiE79d22KtAwQKj9e',
			},
		},
	),
	sample(
		'a question about a product',
		'text',
		{ body: 'In blue?' },
		{
			context: {
				from: '15550783881',
				id: 'wamid.asked',
				referred_product: { catalog_id: '194836987003835', product_retailer_id: 'di9ozbzfi4' },
			},
		},
		{
			content: 'In blue?',
			referral: {
				kind: 'product',
				id: 'di9ozbzfi4',
				url: null,
				title: null,
				text: null,
				catalogId: '194836987003835',
			},
		},
	),
	undocumented(
		'a forwarded text',
		'text',
		{ body: 'Look' },
		{ context: { forwarded: true } },
		{
			content: 'Look',
			forwarded: true,
		},
	),
	undocumented(
		'an often forwarded text',
		'text',
		{ body: 'Look' },
		{ context: { frequently_forwarded: true } },
		{ content: 'Look', forwarded: true },
	),
	sample(
		'an unsupported message',
		'unsupported',
		undefined,
		{
			errors: [
				{
					code: 131051,
					title: 'Message type unknown',
					message: 'Message type unknown',
					error_data: { details: 'Message type is currently not supported.' },
				},
			],
		},
		{
			type: 'unsupported',
			content:
				'The sender sent a message of a kind that the official API does not show. Ask for it in another form.',
			unsupported: { reason: 'unknown' },
		},
	),
];

function sample(
	what: string,
	type: string,
	content: unknown,
	more: Record<string, unknown>,
	expected: Record<string, unknown>,
): SampleMessage {
	return { what, type, content, more, expected, isInDocument: true };
}

function undocumented(...parts: Parameters<typeof sample>): SampleMessage {
	return { ...sample(...parts), isInDocument: false };
}
