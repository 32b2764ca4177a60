import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventKindOptions } from '../../descriptions/eventKinds';
import { limitOf, returnAll } from '../../descriptions/returnAll';
import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookPath } from './path';

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
			options: eventKindOptions,
			default: 'message.received',
			description: 'Return only deliveries of this kind of event',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{
					name: 'Cancelled',
					value: 'cancelled',
					description: 'The webhook became inactive before it was delivered',
				},
				{ name: 'Failed', value: 'failed', description: 'Given up after the last attempt' },
				{ name: 'Pending', value: 'pending', description: 'Waits for an attempt, or is under way' },
				{ name: 'Success', value: 'success', description: 'Taken by the receiver' },
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

/** GET /v1/webhooks/{id}/deliveries (an addition), as many pages as it takes. Gives one item a delivery. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/deliveries`;
	const filter = this.getNodeParameter('filters', itemIndex) as IDataObject;
	const wanted = limitOf(this, itemIndex) ?? Number.POSITIVE_INFINITY;
	const found: IDataObject[] = [];
	let before: string | null = null;
	do {
		const limit = Math.min(MAX_PAGE_SIZE, wanted - found.length);
		const query: IDataObject = { ...filter, limit, ...(before !== null && { before }) };
		const request = { method: 'GET', path, query, itemIndex } as const;
		const { deliveries, pagination }: DeliveriesPage = await gatewayData<DeliveriesPage>(this, request);
		found.push(...deliveries);
		before = pagination.nextCursor;
	} while (before !== null && found.length < wanted);
	return found.map((json) => ({ json }));
}
