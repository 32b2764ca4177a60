import type { IDisplayOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, locatedOf, OF_CHOSEN_INSTANCE } from './locator';

/** Between name and language in what the list of templates gives: one name may exist in several languages. */
const SEPARATOR = '|';

/** What the list gives for a template. */
export function listedTemplate(name: string, language: string): string {
	return `${name}${SEPARATOR}${language}`;
}

const TEMPLATE_FROM_LIST: IDisplayOptions = { hide: { templateName: [{ _cnd: { includes: SEPARATOR } }] } };

/** A template of the chosen instance: one of the list, or its name and its language. */
export const templateLocator: INodeProperties[] = [
	{
		displayName: 'Template',
		name: 'templateName',
		type: 'resourceLocator',
		typeOptions: OF_CHOSEN_INSTANCE,
		default: { mode: 'list', value: '' },
		required: true,
		description: 'A template that the network operator has approved',
		hint: 'Templates need an instance that is connected through the official business API',
		modes: [
			fromList('searchTemplates', 'Select a template...'),
			{
				...byId(
					'e.g. order_update',
					'^[^|]+(\\|[a-z]{2}_[A-Z]{2})?$',
					'Enter the name of the template; its language is in the field below',
				),
				displayName: 'By Name',
			},
		],
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: 'en_US',
		required: true,
		displayOptions: TEMPLATE_FROM_LIST,
		placeholder: 'e.g. en_US',
		description: 'The language of the template: two small letters, an underscore, two capital letters',
	},
];

/** Gives name and language of the chosen template; throws a NodeOperationError when none is chosen. */
export function templateOf(
	context: IExecuteFunctions,
	itemIndex: number,
): { name: string; language: string } {
	const [name, language] = locatedOf(context, 'templateName', 'template', itemIndex).split(SEPARATOR);
	return { name, language: language ?? String(context.getNodeParameter('language', itemIndex)).trim() };
}
