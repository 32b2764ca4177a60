import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { gatewayData } from '../../../transport/request';

/** A template of an instance (GET /v1/templates, an addition). */
export interface ListedTemplate {
	name: string;
	language: string;
	category: string;
	status: string;
	body: string;
	parametersCount: number;
	/** Missing in the response of a gateway older than the second edition of the nodes. */
	placeholders?: TemplatePlaceholder[];
}

/** A part of a template to fill in. What belongs to buttons or to texts is null elsewhere. */
export interface TemplatePlaceholder {
	component: 'header' | 'body' | 'button';
	subType: string | null;
	index: number | null;
	name: string | null;
	type: string;
	required: boolean;
	example: string | null;
	title: string | null;
}

/** Returns all templates of an instance; the gateway has no search for them. */
export async function listTemplates(
	context: ILoadOptionsFunctions,
	instanceId: string,
): Promise<ListedTemplate[]> {
	return await gatewayData<ListedTemplate[]>(context, {
		method: 'GET',
		path: '/v1/templates',
		query: { instanceId },
	});
}
