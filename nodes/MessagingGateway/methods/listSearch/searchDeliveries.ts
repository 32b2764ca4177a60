import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isExpression } from '../../expression';
import { gatewayData } from '../../transport/request';

/** The fields of a delivery that the list shows (GET /v1/webhooks/{id}/deliveries, an addition). */
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

/** Maximum number of pages per search, because a person waits for the result. */
const MAX_PAGES = 5;

/**
 * Lists the deliveries whose event, status, time or ID contains the filter, newest first. The gateway has no search
 * for deliveries, so this reads pages until one has a match.
 */
export async function searchDeliveries(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const needle = filter.trim().toLowerCase();
	const path = `/v1/webhooks/${encodeURIComponent(selectedWebhook(this))}/deliveries`;
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
			Object.values(delivery).join(' ').toLowerCase().includes(needle),
		);
		if (found.length > 0 || before === undefined || page === MAX_PAGES) {
			return { results: found.map(toListItem), paginationToken: before };
		}
	}
}

function toListItem({ id, event, status, createdAt }: ListedDelivery): INodeListSearchItems {
	return { name: `${event}, ${status} (${createdAt})`, value: id, description: id };
}

function selectedWebhook(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('webhookId', { extractValue: true });
	if (typeof value === 'string' && value !== '' && !isExpression(value)) return value;
	throw new NodeOperationError(context.getNode(), 'Select a webhook first', {
		description:
			'The list shows the deliveries of the selected webhook. If the webhook is an expression, enter an ID here.',
	});
}
