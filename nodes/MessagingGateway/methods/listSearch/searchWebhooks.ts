import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';

/** What the list shows of a webhook (specification: GET /v1/webhooks). */
interface ListedWebhook {
	id: string;
	name: string | null;
	url: string;
	status: string;
}

/** Fills the list of a webhook field. The gateway gives all webhooks at once and has no search of its own. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const webhooks = await gatewayData<ListedWebhook[]>(this, { method: 'GET', path: '/v1/webhooks' });
	const found = webhooks.filter(({ id, name, url }) =>
		[id, name ?? '', url].some((text) => text.toLowerCase().includes(wanted)),
	);
	return {
		results: found.map(({ id, name, url, status }) => ({
			name: name ? `${name} (${url})` : url,
			value: id,
			description: status,
		})),
	};
}
