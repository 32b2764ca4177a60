import { Type } from 'typebox';
import { DETAIL_TEXT_LIMIT } from '../../domain/messages/message-details.ts';
import { FILENAME_LIMIT } from '../../media/formats/formats.ts';
import { AnyObject, EXTENSION, OneOf } from '../server/schemas/fields.ts';

/** The parts of a template that have placeholders. */
export const TEMPLATE_COMPONENTS = ['header', 'body', 'button'] as const;
/** The types of the values of placeholders. */
export const TEMPLATE_PARAMETERS = [
	'text',
	'currency',
	'image',
	'date_time',
	'video',
	'document',
	'location',
	'payload',
	'coupon_code',
	'action',
] as const;

const closed = { additionalProperties: false };

/** Longest name of a placeholder, in characters. */
const PLACEHOLDER_LIMIT = 256;

const link = (what: string, example: string) =>
	Type.String({
		minLength: 1,
		maxLength: 4096,
		description: `HTTPS URL of the ${what}, or the mediaUrl of an upload.`,
		examples: [`https://example.com/${example}`],
	});

export const TemplateCurrency = Type.Object(
	{
		code: Type.String({
			pattern: '^[A-Z]{3}$',
			description: 'Currency code of three capital letters.',
			examples: ['EUR'],
		}),
		amount_1000: Type.Integer({
			minimum: Number.MIN_SAFE_INTEGER,
			maximum: Number.MAX_SAFE_INTEGER,
			description: 'The amount in thousandths.',
			examples: [12_500],
		}),
	},
	{ ...closed, description: 'With type currency.' },
);

export const TemplateDocument = Type.Object(
	{
		link: link('PDF', 'invoice.pdf'),
		filename: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: FILENAME_LIMIT,
				description: 'The name that the recipient sees.',
				examples: ['invoice.pdf'],
			}),
		),
	},
	{ ...closed, ...EXTENSION, description: 'With type document.' },
);

export const TemplateLocation = Type.Object(
	{
		latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees.' }),
		longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees.' }),
		name: Type.Optional(Type.String({ minLength: 1, maxLength: DETAIL_TEXT_LIMIT })),
		address: Type.Optional(Type.String({ minLength: 1, maxLength: DETAIL_TEXT_LIMIT })),
	},
	{ ...closed, ...EXTENSION, description: 'With type location.' },
);

export const TemplateParameter = Type.Object(
	{
		type: OneOf(TEMPLATE_PARAMETERS, {
			description:
				'text, image, video, document or location in a header; text, currency or date_time in a body; text, payload, coupon_code or action in a button.',
		}),
		text: Type.Optional(
			Type.String({ minLength: 1, maxLength: 1024, description: 'With type text.', examples: ['Ada'] }),
		),
		parameter_name: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: PLACEHOLDER_LIMIT,
				description: 'The placeholder that it fills in, of a text; absent: the one at its position.',
				examples: ['first_name'],
				...EXTENSION,
			}),
		),
		currency: Type.Optional(TemplateCurrency),
		date_time: Type.Optional(
			Type.Object(
				{ fallback_value: Type.String({ minLength: 1, maxLength: 1024, examples: ['25 December 2026'] }) },
				{ ...closed, ...EXTENSION, description: 'With type date_time.' },
			),
		),
		image: Type.Optional(
			Type.Object({ link: link('image', 'header.jpg') }, { ...closed, description: 'With type image.' }),
		),
		video: Type.Optional(
			Type.Object(
				{ link: link('video', 'header.mp4') },
				{ ...closed, ...EXTENSION, description: 'With type video.' },
			),
		),
		document: Type.Optional(TemplateDocument),
		location: Type.Optional(TemplateLocation),
		payload: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 256,
				description: 'With type payload: what a tap on a quick_reply button returns.',
				...EXTENSION,
			}),
		),
		coupon_code: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 20,
				description: 'With type coupon_code: the code that a copy_code button copies.',
				...EXTENSION,
			}),
		),
		action: Type.Optional(
			AnyObject({
				description:
					"With type action: of a flow, catalog, mpm or order_details button, in Meta's shape; at most 16 KiB serialised.",
				examples: [{ flow_token: 'booking-7', flow_action_data: { date: '2026-12-24' } }],
				...EXTENSION,
			}),
		),
	},
	closed,
);

export const TemplateComponent = Type.Object(
	{
		type: OneOf(TEMPLATE_COMPONENTS),
		sub_type: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 32,
				description:
					'Kind of a button in the words of Meta: url, quick_reply, copy_code, flow, catalog, mpm, order_details, voice_call; required there.',
				examples: ['url'],
			}),
		),
		index: Type.Optional(
			Type.Integer({ minimum: 0, maximum: 9, description: 'Place of a button; required there.' }),
		),
		parameters: Type.Array(TemplateParameter, { maxItems: 64 }),
	},
	closed,
);
