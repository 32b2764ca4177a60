import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventTypeOptions } from '../../../descriptions/eventTypes';
import { getLimit, returnAll } from '../../../descriptions/limit';
import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { webhookPath } from '../webhookPath';

/** The largest page of deliveries. */
const MAX_PAGE_SIZE = 100;

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			options: eventTypeOptions,
			default: 'message.received',
			description: 'Return only deliveries of this event',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{
					name: 'Cancelled',
					value: 'cancelled',
					description: 'The webhook became inactive before the delivery',
				},
				{ name: 'Failed', value: 'failed', description: 'No more attempts after the last one failed' },
				{ name: 'Pending', value: 'pending', description: 'Waiting for an attempt, or in progress' },
				{ name: 'Success', value: 'success', description: 'Accepted by the receiver' },
			],
			default: 'failed',
			description: 'Return only deliveries of this status',
		},
	],
};

interface DeliveriesPage {
	deliveries: IDataObject[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['getDeliveries'] } },
	[webhookLocator, ...returnAll, filters],
);

/** GET /v1/webhooks/{id}/deliveries (an addition), page by page. Returns one item per delivery. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/deliveries`;
	const filter = this.getNodeParameter('filters', itemIndex) as IDataObject;
	const maxResults = getLimit(this, itemIndex) ?? Number.POSITIVE_INFINITY;
	const found: IDataObject[] = [];
	let before: string | null = null;
	do {
		const limit = Math.min(MAX_PAGE_SIZE, maxResults - found.length);
		const query: IDataObject = { ...filter, limit, ...(before !== null && { before }) };
		const request = { method: 'GET', path, query, itemIndex } as const;
		const { deliveries, pagination }: DeliveriesPage = await gatewayData<DeliveriesPage>(this, request);
		found.push(...deliveries);
		before = pagination.nextCursor;
	} while (before !== null && found.length < maxResults);
	return found.map((json) => ({ json }));
}
