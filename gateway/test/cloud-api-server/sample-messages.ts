/** A received message of the Cloud API and the text it is mapped to. */
export interface SampleMessage {
	what: string;
	type: string;
	/** The field named after its type. */
	content: unknown;
	/** Its other fields. */
	more: Record<string, unknown>;
	text: string;
}

const context = { context: { from: '15550783881', id: 'wamid.asked' } };

/** One message of every type without a file; the last one is unsupported. */
export const SAMPLE_MESSAGES: readonly SampleMessage[] = [
	sample('a text', 'text', { body: 'Hello' }, {}, 'Hello'),
	sample('a button of a template', 'button', { payload: 'yes', text: 'Yes, please' }, context, 'Yes, please'),
	sample(
		'a reply button',
		'interactive',
		{ type: 'button_reply', button_reply: { id: '1', title: 'Yes' } },
		context,
		'Yes',
	),
	sample(
		'an entry of a list',
		'interactive',
		{ type: 'list_reply', list_reply: { id: '1', title: 'Tuesday', description: 'The 3rd' } },
		context,
		'Tuesday',
	),
	sample('a reaction', 'reaction', { message_id: 'wamid.x', emoji: '👍' }, {}, '[reaction] 👍'),
	sample(
		'a location',
		'location',
		{ latitude: 37.4, longitude: -122.1, name: 'Office', address: '1 Hacker Way' },
		{},
		'[location] Office, 1 Hacker Way, 37.4, -122.1',
	),
	sample(
		'contacts',
		'contacts',
		[
			{
				name: { formatted_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
				phones: [{ phone: '+44 20 7946 0000', type: 'WORK', wa_id: '442079460000' }],
			},
		],
		{},
		'[contacts] Ada Lovelace +44 20 7946 0000',
	),
	sample(
		'an order',
		'order',
		{
			catalog_id: '1',
			text: 'Soon',
			product_items: [{ product_retailer_id: 'mug', quantity: 2, item_price: 5, currency: 'EUR' }],
		},
		{},
		'[order] 2 × mug Soon',
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
		'The sender sent a message of a kind that the official API does not show. Ask for it in another form.',
	),
];

function sample(
	what: string,
	type: string,
	content: unknown,
	more: Record<string, unknown>,
	text: string,
): SampleMessage {
	return { what, type, content, more, text };
}
