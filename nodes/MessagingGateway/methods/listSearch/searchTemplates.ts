import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { templateValue } from '../../descriptions/templateLocator';
import { gatewayData } from '../../transport/request';
import { selectedInstance } from './selectedInstance';

/** The fields of a template that the list shows (GET /v1/templates, an addition). */
interface Template {
	name: string;
	language: string;
	category: string;
	status: string;
	body: string;
	parametersCount: number;
}

/**
 * Lists the templates whose name, language or text contains the filter. The gateway returns all templates at once,
 * without a search. A template that cannot be sent is listed with its status, so that users find it.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const templates = await gatewayData<Template[]>(this, {
		method: 'GET',
		path: '/v1/templates',
		query: { instanceId: selectedInstance(this) },
	});
	const found = templates.filter(({ name, language, body }) =>
		[name, language, body].some((text) => text.toLowerCase().includes(needle)),
	);
	return { results: found.map(toListItem) };
}

function toListItem(template: Template): INodeListSearchItems {
	const { name, language, category, status, body, parametersCount } = template;
	const statusSuffix = status === 'approved' ? '' : `, ${status}`;
	return {
		name: `${name} (${language})${statusSuffix}`,
		value: templateValue(name, language),
		description: `${category}, ${parametersCount} variables: ${body}`,
	};
}
