import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';

/** The fields of a webhook that the list shows (specification: GET /v1/webhooks). */
interface ListedWebhook {
	id: string;
	name: string | null;
	url: string;
	status: string;
}

/** Lists the webhooks whose name, URL or ID contains the filter. The gateway returns all at once, without a search. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const webhooks = await gatewayData<ListedWebhook[]>(this, { method: 'GET', path: '/v1/webhooks' });
	const found = webhooks.filter(({ id, name, url }) =>
		[id, name ?? '', url].some((text) => text.toLowerCase().includes(needle)),
	);
	return {
		results: found.map(({ id, name, url, status }) => ({
			name: name ? `${name} (${url})` : url,
			value: id,
			description: status,
		})),
	};
}
