import { INTERACTIVE_SCHEMA } from './interactive-schema.ts';

/**
 * JSON schemas of the request bodies that a gateway sends, by Meta's documentation of the Cloud API. They are closed,
 * so that an unknown field fails in the tests and not in production.
 */
const text = { type: 'string', minLength: 1 } as const;
const phone = { type: 'string', pattern: '^[1-9][0-9]{6,14}$' } as const;
const bsuid = { type: 'string', pattern: '^[A-Za-z]{2}\\.[A-Za-z0-9.]{1,128}$' } as const;
const wamid = { type: 'string', pattern: '^wamid\\.' } as const;

function closed(properties: Record<string, object>, required = Object.keys(properties)) {
	return { type: 'object', properties, required, additionalProperties: false };
}

/** Either the id of an upload or a link, never both. */
function media(extra: Record<string, object> = {}) {
	const link = { type: 'string', pattern: '^https?://' };
	return {
		oneOf: [closed({ id: text, ...extra }, ['id']), closed({ link, ...extra }, ['link'])],
	};
}

const caption = { type: 'string', maxLength: 1024 };

/** To a phone number or to a business-scoped user id. */
function message(type: string, content: object) {
	const properties = {
		messaging_product: { const: 'whatsapp' },
		recipient_type: { const: 'individual' },
		to: phone,
		recipient: bsuid,
		type: { const: type },
		context: closed({ message_id: wamid }),
		biz_opaque_callback_data: { ...text, maxLength: 512 },
		[type]: content,
	};
	return {
		...closed(properties, ['messaging_product', 'recipient_type', 'type', type]),
		anyOf: [{ required: ['to'] }, { required: ['recipient'] }],
	};
}

const textParameter = closed({ type: { const: 'text' }, text, parameter_name: text }, ['type', 'text']);
const currencyParameter = closed(
	{
		type: { const: 'currency' },
		currency: closed({
			fallback_value: text,
			code: { pattern: '^[A-Z]{3}$' },
			amount_1000: { type: 'integer' },
		}),
		parameter_name: text,
	},
	['type', 'currency'],
);
const dateTimeParameter = closed(
	{ type: { const: 'date_time' }, date_time: closed({ fallback_value: text }), parameter_name: text },
	['type', 'date_time'],
);
/** Degrees as a text, as Meta's document has them. */
const degrees = { type: 'string', pattern: '^-?[0-9]{1,3}(\\.[0-9]+)?$' };
const location = closed({ latitude: degrees, longitude: degrees, name: text, address: text }, [
	'latitude',
	'longitude',
]);
const parameters = (...kinds: object[]) => ({ type: 'array', minItems: 1, items: { oneOf: kinds } });

function button(subTypes: readonly string[], parameter: object) {
	return closed({
		type: { const: 'button' },
		sub_type: { enum: subTypes },
		index: { type: 'string', pattern: '^[0-9]$' },
		parameters: parameters(parameter),
	});
}

const kind = { enum: ['HOME', 'WORK'] };
const contact = closed(
	{
		// Meta requires one part of the name beside the formatted name.
		name: {
			...closed(
				Object.fromEntries(
					['formatted_name', 'first_name', 'last_name', 'middle_name', 'prefix', 'suffix'].map((name) => [
						name,
						text,
					]),
				),
				['formatted_name'],
			),
			minProperties: 2,
		},
		phones: {
			type: 'array',
			items: closed({ phone: text, type: kind, wa_id: { type: 'string', pattern: '^[0-9]+$' } }, ['phone']),
		},
		emails: { type: 'array', items: closed({ email: text, type: kind }, ['email']) },
		urls: { type: 'array', items: closed({ url: text, type: kind }, ['url']) },
		addresses: {
			type: 'array',
			items: closed(
				Object.fromEntries(
					['street', 'city', 'state', 'zip', 'country', 'country_code', 'type'].map((name) => [name, text]),
				),
				[],
			),
		},
		org: closed({ company: text, department: text, title: text }, []),
		birthday: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
	},
	['name'],
);

const template = closed(
	{
		name: text,
		language: closed({ code: text, policy: { const: 'deterministic' } }, ['code']),
		components: {
			type: 'array',
			items: {
				oneOf: [
					closed({
						type: { const: 'header' },
						parameters: parameters(
							textParameter,
							closed({ type: { const: 'image' }, image: media() }),
							closed({ type: { const: 'video' }, video: media() }),
							closed({ type: { const: 'document' }, document: media({ filename: text }) }),
							closed({ type: { const: 'location' }, location }),
						),
					}),
					closed({
						type: { const: 'body' },
						parameters: parameters(textParameter, currencyParameter, dateTimeParameter),
					}),
					button(['url'], closed({ type: { const: 'text' }, text })),
					button(['quick_reply', 'voice_call'], closed({ type: { const: 'payload' }, payload: text })),
					button(
						['copy_code'],
						closed({ type: { const: 'coupon_code' }, coupon_code: { ...text, maxLength: 20 } }),
					),
					button(
						['flow', 'catalog', 'mpm', 'order_details'],
						closed({ type: { const: 'action' }, action: { type: 'object' } }),
					),
				],
			},
		},
	},
	['name', 'language'],
);

/** By the `type` of a message. */
export const MESSAGE_SCHEMAS: Readonly<Record<string, object>> = {
	text: message(
		'text',
		closed({ body: { ...text, maxLength: 4096 }, preview_url: { type: 'boolean' } }, ['body']),
	),
	image: message('image', media({ caption })),
	video: message('video', media({ caption })),
	audio: message('audio', media({ voice: { type: 'boolean' } })),
	sticker: message('sticker', media()),
	location: message('location', location),
	contacts: message('contacts', { type: 'array', minItems: 1, maxItems: 257, items: contact }),
	interactive: message('interactive', INTERACTIVE_SCHEMA),
	reaction: message('reaction', closed({ message_id: wamid, emoji: { type: 'string', maxLength: 64 } })),
	document: message('document', media({ caption, filename: text })),
	template: message('template', template),
};

/** Marks a received message as read, optionally with the typing indicator. */
export const READ_SCHEMA = closed(
	{
		messaging_product: { const: 'whatsapp' },
		status: { const: 'read' },
		message_id: wamid,
		typing_indicator: closed({ type: { const: 'text' } }),
	},
	['messaging_product', 'status', 'message_id'],
);

/** The fields of an upload, with a description in place of the file. */
export const UPLOAD_SCHEMA = closed({
	messaging_product: { const: 'whatsapp' },
	type: { type: 'string', pattern: '^[a-z]+/[^ ]+$' },
	file: closed({
		name: text,
		type: { type: 'string', pattern: '^[a-z]+/[^ ]+$' },
		size: { type: 'integer', minimum: 1 },
		sha256: text,
	}),
});

/** Blocks or unblocks people. */
export const BLOCK_SCHEMA = closed({
	messaging_product: { const: 'whatsapp' },
	block_users: {
		type: 'array',
		minItems: 1,
		items: closed({ user: { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' } }),
	},
});

/** Changes a business profile. */
export const PROFILE_SCHEMA = closed(
	{
		messaging_product: { const: 'whatsapp' },
		about: { ...text, maxLength: 139 },
		profile_picture_handle: text,
	},
	['messaging_product'],
);
