import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { FROM_VERSION_2, VERSION_1 } from '../../../descriptions/version';
import { numberOrThrow } from '../../../descriptions/number';
import { getText, textOrThrow } from '../../../descriptions/text';
import { parseJson } from '../../../json';
import { MAPPER } from './mappedValues';

/** The fields of version 1, whose rows are in the order of the variables. */
const rowsOnly = { show: { ...VERSION_1, variables: ['fields'] } };

const mapper: INodeProperties = {
	displayName: 'Values',
	name: MAPPER,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	description:
		'One value per variable of the selected template. A file in the header is a public URL, or the name of the input field with the file.',
	typeOptions: {
		loadOptionsDependsOn: ['instanceId.value', 'templateName.value', 'language'],
		resourceMapper: {
			resourceMapperMethod: 'getTemplateFields',
			mode: 'add',
			valuesLabel: 'Values of the Variables',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
			// The method says itself why a template has no columns.
			hideNoDataError: true,
		},
	},
	displayOptions: { show: { ...FROM_VERSION_2, variables: ['fields'] } },
};

/** The form fields for the variables of a template (specification: Component shapes). */
export const templateVariables: INodeProperties[] = [
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'options',
		options: [
			{ name: 'Define Below', value: 'fields', description: 'Fill in one field per variable' },
			{ name: 'Using JSON', value: 'json', description: 'Enter the components as JSON, as in the API' },
		],
		default: 'fields',
		description: 'How to fill in the variables of the template',
	},
	mapper,
	{
		displayName: 'Header Image URL',
		name: 'headerImageUrl',
		type: 'string',
		default: '',
		displayOptions: rowsOnly,
		placeholder: 'e.g. https://example.com/header.jpg',
		description: 'Public HTTPS address of the image, for a template with an image in its header',
	},
	{
		displayName: 'Body Variables',
		name: 'bodyVariables',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		displayOptions: rowsOnly,
		placeholder: 'Add variable',
		description: 'Values for {{1}}, {{2}} and so on in the text of the template, in this order',
		options: [
			{
				displayName: 'Variable',
				name: 'variable',
				values: [
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						options: [
							{ name: 'Currency', value: 'currency' },
							{ name: 'Text', value: 'text' },
						],
						default: 'text',
						description: 'The type of the variable in the template',
					},
					{
						displayName: 'Text',
						name: 'text',
						type: 'string',
						default: '',
						displayOptions: { show: { type: ['text'] } },
						placeholder: 'e.g. Ada',
						description: 'The text to fill in',
					},
					{
						displayName: 'Currency Code',
						name: 'code',
						type: 'string',
						default: 'EUR',
						displayOptions: { show: { type: ['currency'] } },
						placeholder: 'e.g. EUR',
						description: 'The ISO 4217 code, three capital letters',
					},
					{
						displayName: 'Amount',
						name: 'amount',
						type: 'number',
						typeOptions: { numberPrecision: 3 },
						default: 0,
						displayOptions: { show: { type: ['currency'] } },
						description: 'The amount of money, with up to three decimals',
					},
				],
			},
		],
	},
	{
		displayName: 'Button Variables',
		name: 'buttonVariables',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		displayOptions: rowsOnly,
		placeholder: 'Add button variable',
		description: 'Values for the variable parts of the button URLs of the template',
		options: [
			{
				displayName: 'Button',
				name: 'button',
				values: [
					{
						displayName: 'Button Number',
						name: 'index',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 9 },
						default: 0,
						description: 'The position of the button in the template, starting at 0',
					},
					{
						displayName: 'Button Type',
						name: 'subType',
						type: 'string',
						default: 'url',
						placeholder: 'e.g. url',
						description: 'The type of the button',
					},
					{
						displayName: 'Text',
						name: 'text',
						type: 'string',
						default: '',
						placeholder: 'e.g. 4711',
						description: 'The text to fill in',
					},
				],
			},
		],
	},
	{
		displayName: 'Components (JSON)',
		name: 'componentsJson',
		type: 'json',
		default: '[]',
		displayOptions: { show: { variables: ['json'] } },
		placeholder: 'e.g. [{ "type": "body", "parameters": [{ "type": "text", "text": "Ada" }] }]',
		description: 'A list of components of the types header, body and button',
	},
];

/** The rows of the form; expressions may return anything. */
type Variable = { type: string; text?: unknown; code?: unknown; amount?: unknown };
type Button = { index: unknown; subType: unknown; text?: unknown };

/**
 * Returns the `components` of the request for the rows of version 1. Throws a NodeOperationError that names the row for a
 * text that is a list or an object, and for an amount or a button number that is no number.
 */
export function componentsFromRows(context: IExecuteFunctions, itemIndex: number): IDataObject[] {
	const image = getText(context, 'headerImageUrl', 'Header Image URL', itemIndex).trim();
	const variables = context.getNodeParameter('bodyVariables.variable', itemIndex, []) as Variable[];
	const buttons = context.getNodeParameter('buttonVariables.button', itemIndex, []) as Button[];
	return [
		...(image === '' ? [] : [{ type: 'header', parameters: [{ type: 'image', image: { link: image } }] }]),
		...(variables.length === 0
			? []
			: [
					{
						type: 'body',
						parameters: variables.map((variable, index) =>
							bodyParameter(context, variable, `Body variable ${index + 1}`, itemIndex),
						),
					},
				]),
		...buttons.map(({ index, subType, text }, row) => {
			const field = `Button variable ${row + 1}`;
			return {
				type: 'button',
				sub_type: textOrThrow(context, subType, `${field}, type`, itemIndex),
				index: numberOrThrow(context, index, `${field}, button number`, itemIndex),
				parameters: [{ type: 'text', text: textOrThrow(context, text, field, itemIndex) }],
			};
		}),
	];
}

/** Converts a variable to a parameter of the body. The gateway takes amounts in thousandths of the currency unit. */
function bodyParameter(
	context: IExecuteFunctions,
	{ type, text, code, amount }: Variable,
	field: string,
	itemIndex: number,
): IDataObject {
	if (type !== 'currency') return { type: 'text', text: textOrThrow(context, text, field, itemIndex) };
	const currency = {
		code: textOrThrow(context, code, `${field}, currency code`, itemIndex),
		amount_1000: Math.round(numberOrThrow(context, amount, `${field}, amount`, itemIndex) * 1000),
	};
	return { type, currency };
}

/** Returns the `components` of the request as entered. Throws a NodeOperationError when they are not a JSON list. */
export function componentsFromJson(context: IExecuteFunctions, itemIndex: number): IDataObject[] {
	const value = context.getNodeParameter('componentsJson', itemIndex) as unknown;
	const components = typeof value === 'string' ? parseJson(value) : value;
	if (Array.isArray(components)) return components as IDataObject[];
	throw new NodeOperationError(context.getNode(), 'The components are not a JSON list', {
		description: 'Write them with square brackets, e.g. [{ "type": "body", "parameters": [] }].',
		itemIndex,
	});
}
