import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { ListedTemplate } from '../../actions/message/template/listTemplates';
import { listTemplates } from '../../actions/message/template/listTemplates';
import { templateValue } from '../../descriptions/locators/templateLocator';
import { selectedInstance } from './selectedInstance';

/**
 * Lists the templates whose name, language or text contains the filter. A template that cannot be sent is listed with
 * its status, so that users find it.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const templates = await listTemplates(this, selectedInstance(this));
	const found = templates.filter(({ name, language, body }) =>
		[name, language, body].some((text) => text.toLowerCase().includes(needle)),
	);
	return { results: found.map(toListItem) };
}

function toListItem(template: ListedTemplate): INodeListSearchItems {
	const { name, language, category, status, body, parametersCount } = template;
	const statusSuffix = status === 'approved' ? '' : `, ${status}`;
	return {
		name: `${name} (${language})${statusSuffix}`,
		value: templateValue(name, language),
		description: `${category}, ${parametersCount} ${parametersCount === 1 ? 'variable' : 'variables'}: ${body}`,
	};
}
