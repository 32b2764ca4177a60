import type { IDisplayOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, getLocatorValue, RELOAD_ON_INSTANCE_CHANGE } from './locator';
import { getText } from '../text';

/** Separates name and language in the values of the list: a template may exist in several languages. */
const SEPARATOR = '|';

/** Returns the value of a template in the list. */
export function templateValue(name: string, language: string): string {
	return `${name}${SEPARATOR}${language}`;
}

const TEMPLATE_FROM_LIST: IDisplayOptions = { hide: { templateName: [{ _cnd: { includes: SEPARATOR } }] } };

/** A template of the selected instance: an entry of the list, or a name and a language. */
export const templateLocator: INodeProperties[] = [
	{
		displayName: 'Template',
		name: 'templateName',
		type: 'resourceLocator',
		typeOptions: RELOAD_ON_INSTANCE_CHANGE,
		default: { mode: 'list', value: '' },
		required: true,
		description: 'A template that the network operator has approved',
		hint: 'Templates need an instance that is connected through the official business API',
		modes: [
			fromList('searchTemplates', 'Select a template...'),
			{
				...byId(
					'e.g. order_update',
					'^[^|]+(\\|[a-z]{2,3}(_[A-Z]{2})?)?$',
					'Enter the name of the template, and its language in the field below',
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
		description: 'The language code of the template as Meta lists it, e.g. en_US, de or fil',
	},
];

/** Returns name and language of the selected template. Throws a NodeOperationError when none is selected. */
export function getTemplate(
	context: IExecuteFunctions,
	itemIndex: number,
): { name: string; language: string } {
	const value = getLocatorValue(context, 'templateName', 'template', itemIndex);
	if (value.includes(SEPARATOR)) return templateOfValue(value, '');
	return templateOfValue(value, getText(context, 'language', 'Language', itemIndex).trim());
}

/** Splits the value of a template in the list; the value of a template by its name has the language of the form. */
export function templateOfValue(value: string, formLanguage: string): { name: string; language: string } {
	const [name, language] = value.split(SEPARATOR);
	return { name, language: language ?? formLanguage };
}
