import { Type } from 'typebox';
import { MESSAGE_STATUSES } from '../../domain/message.ts';
import { TEMPLATE_CATEGORIES, TEMPLATE_STATUSES } from '../../domain/template.ts';
import { IdOf, OneOf, Person } from '../server/fields.ts';

const closed = { additionalProperties: false };

const Parameter = Type.Object(
	{
		type: OneOf(['text', 'currency', 'image'], {
			description: 'image in a header; text or currency in a body; text in a button.',
		}),
		text: Type.Optional(
			Type.String({ minLength: 1, maxLength: 1024, description: 'With type text.', examples: ['Ada'] }),
		),
		currency: Type.Optional(
			Type.Object(
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
			),
		),
		image: Type.Optional(
			Type.Object(
				{
					link: Type.String({
						minLength: 1,
						maxLength: 4096,
						description: 'HTTPS URL of the image.',
						examples: ['https://example.com/header.jpg'],
					}),
				},
				{ ...closed, description: 'With type image.' },
			),
		),
	},
	closed,
);

const Component = Type.Object(
	{
		type: OneOf(['header', 'body', 'button']),
		sub_type: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 32,
				description: 'Kind of a button; required there.',
				examples: ['url'],
			}),
		),
		index: Type.Optional(
			Type.Integer({ minimum: 0, maximum: 9, description: 'Place of a button; required there.' }),
		),
		parameters: Type.Array(Parameter, { maxItems: 64 }),
	},
	closed,
);

export const SendTemplateBody = Type.Object(
	{
		instanceId: Type.String({
			minLength: 1,
			maxLength: 64,
			description: 'Sending instance; connected through the official API.',
		}),
		to: Person,
		template: Type.Object(
			{
				name: Type.String({
					minLength: 1,
					maxLength: 512,
					description: 'Name of an approved template.',
					examples: ['order_update'],
				}),
				language: Type.String({
					pattern: '^[a-z]{2}_[A-Z]{2}$',
					description: 'Language code of the form xx_XX.',
					examples: ['en_US'],
				}),
				components: Type.Optional(
					Type.Array(Component, { maxItems: 16, description: 'The variables of the template.' }),
				),
			},
			closed,
		),
	},
	closed,
);

export const SendTemplateResponse = Type.Object({
	success: Type.Boolean(),
	messageId: IdOf('msg', 'The accepted message.'),
	status: OneOf(MESSAGE_STATUSES),
});

export const ListTemplatesQuery = Type.Object(
	{
		instanceId: Type.String({
			minLength: 1,
			maxLength: 64,
			description: 'Whose templates; connected through the official API.',
		}),
	},
	closed,
);

export const Template = Type.Object({
	name: Type.String({ examples: ['order_update'] }),
	language: Type.String({ description: 'Language code of the form xx_XX.', examples: ['en_US'] }),
	category: OneOf(TEMPLATE_CATEGORIES),
	status: OneOf(TEMPLATE_STATUSES, { description: 'Only an approved template can be sent.' }),
	body: Type.String({
		description: 'Its text; {{1}} stands for the first parameter of the body.',
		examples: ['Hello {{1}}, there is news about your order {{2}}.'],
	}),
	parametersCount: Type.Integer({
		description: 'How many parameters header, body and buttons take together.',
	}),
});
