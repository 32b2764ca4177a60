import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { listedTemplate } from '../../descriptions/templateLocator';
import { gatewayData } from '../../transport/request';
import { chosenInstance } from './chosenInstance';

/** What the list shows of a template (GET /v1/templates, an addition). */
interface Template {
	name: string;
	language: string;
	category: string;
	status: string;
	body: string;
	parametersCount: number;
}

/**
 * Fills the list of a template field. The gateway gives all templates at once: a filter is compared here with name,
 * language and text. One that cannot be sent is shown with the reason, so that nobody looks for it in vain.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const templates = await gatewayData<Template[]>(this, {
		method: 'GET',
		path: '/v1/templates',
		query: { instanceId: chosenInstance(this) },
	});
	const found = templates.filter(({ name, language, body }) =>
		[name, language, body].some((text) => text.toLowerCase().includes(wanted)),
	);
	return { results: found.map(toListItem) };
}

function toListItem(template: Template): INodeListSearchItems {
	const { name, language, category, status, body, parametersCount } = template;
	const unusable = status === 'approved' ? '' : `, ${status}`;
	return {
		name: `${name} (${language})${unusable}`,
		value: listedTemplate(name, language),
		description: `${category}, ${parametersCount} variables: ${body}`,
	};
}
