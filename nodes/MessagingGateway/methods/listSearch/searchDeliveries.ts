import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';

/** What the list shows of a delivery (GET /v1/webhooks/{id}/deliveries, an addition). */
interface ListedDelivery {
	id: string;
	event: string;
	status: string;
	createdAt: string;
}

interface DeliveriesPage {
	deliveries: ListedDelivery[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** Pages that one search looks through: there may be many deliveries, and somebody waits. */
const MAX_PAGES = 5;

/**
 * Fills the list of a delivery field, the newest first. A filter is compared here with event, status, time and ID,
 * page after page until there is a match.
 */
export async function searchDeliveries(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const path = `/v1/webhooks/${encodeURIComponent(chosenWebhook(this))}/deliveries`;
	let before = paginationToken;
	for (let page = 1; ; page++) {
		const query = { limit: 100, ...(before && { before }) };
		const { deliveries, pagination } = await gatewayData<DeliveriesPage>(this, {
			method: 'GET',
			path,
			query,
		});
		before = pagination.nextCursor ?? undefined;
		const found = deliveries.filter((delivery) =>
			Object.values(delivery).join(' ').toLowerCase().includes(wanted),
		);
		if (found.length > 0 || before === undefined || page === MAX_PAGES) {
			return { results: found.map(toListItem), paginationToken: before };
		}
	}
}

function toListItem({ id, event, status, createdAt }: ListedDelivery): INodeListSearchItems {
	return { name: `${event}, ${status} (${createdAt})`, value: id, description: id };
}

function chosenWebhook(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('webhookId', { extractValue: true });
	if (typeof value === 'string' && value !== '' && !value.startsWith('=')) return value;
	throw new NodeOperationError(context.getNode(), 'Choose a webhook first', {
		description: 'The list shows the deliveries to it. With an expression there, enter the ID here.',
	});
}
