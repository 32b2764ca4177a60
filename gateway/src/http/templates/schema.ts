import { Force } from '../messages/schema.ts';
import { Type } from 'typebox';
import { MESSAGE_STATUSES } from '../../domain/messages/message.ts';
import {
	TEMPLATE_CATEGORIES,
	TEMPLATE_LANGUAGE_PATTERN,
	TEMPLATE_STATUSES,
} from '../../domain/messages/template.ts';
import { IdOf, Nullable, NullableString, OneOf, Person } from '../server/schemas/fields.ts';
import { TEMPLATE_COMPONENTS, TEMPLATE_PARAMETERS, TemplateComponent } from './component-schema.ts';

const closed = { additionalProperties: false };

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
					pattern: TEMPLATE_LANGUAGE_PATTERN,
					description: 'Language code as Meta lists it, such as en_US, de or fil.',
					examples: ['en_US'],
				}),
				components: Type.Optional(
					Type.Array(TemplateComponent, { maxItems: 16, description: 'The variables of the template.' }),
				),
			},
			closed,
		),
		force: Force,
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

const ofButton = { description: 'Of a button; else null.' };

const TemplatePlaceholder = Type.Object({
	component: OneOf(TEMPLATE_COMPONENTS),
	subType: NullableString(ofButton),
	index: Nullable(Type.Integer(), ofButton),
	name: NullableString({
		description: 'Between the braces of a text: a number, or the parameter_name.',
		examples: ['first_name'],
	}),
	type: OneOf(TEMPLATE_PARAMETERS),
	required: Type.Boolean(),
	example: NullableString({ examples: ['Ada'] }),
	title: NullableString(ofButton),
});

export const Template = Type.Object({
	name: Type.String({ examples: ['order_update'] }),
	language: Type.String({ description: 'Language code as Meta lists it.', examples: ['en_US'] }),
	category: OneOf(TEMPLATE_CATEGORIES),
	status: OneOf(TEMPLATE_STATUSES, { description: 'Only an approved template can be sent.' }),
	body: Type.String({
		description: 'Its text, with {{1}} in place of the first parameter of the body.',
		examples: ['Hello {{1}}, there is news about your order {{2}}.'],
	}),
	placeholders: Type.Array(TemplatePlaceholder, {
		description:
			'The placeholders that a send request fills in. Parts that this API cannot fill in are left out.',
	}),
	parametersCount: Type.Integer({
		description: 'Number of parameters of header, body and buttons together.',
	}),
});
