import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';

/** What the list shows of a delivery (GET /v1/webhooks/{id}/deliveries, an addition). */
interface DeliveriesPage {
	deliveries: { id: string; event: string; status: string; createdAt: string }[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

/** Fills the list of a delivery field, the newest first; a filter is compared with event, status, time and ID. */
export async function searchDeliveries(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const { deliveries, pagination } = await gatewayData<DeliveriesPage>(this, {
		method: 'GET',
		path: `/v1/webhooks/${encodeURIComponent(chosenWebhook(this))}/deliveries`,
		query: { limit: 100, ...(paginationToken && { before: paginationToken }) },
	});
	const found = deliveries.filter((delivery) =>
		Object.values(delivery).join(' ').toLowerCase().includes(wanted),
	);
	return {
		results: found.map(({ id, event, status, createdAt }) => ({
			name: `${event}, ${status} (${createdAt})`,
			value: id,
			description: id,
		})),
		paginationToken: pagination.nextCursor ?? undefined,
	};
}

function chosenWebhook(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('webhookId', { extractValue: true });
	if (typeof value === 'string' && value !== '' && !value.startsWith('=')) return value;
	throw new NodeOperationError(context.getNode(), 'Choose a webhook first', {
		description: 'The list shows the deliveries to it. With an expression there, enter the ID here.',
	});
}
