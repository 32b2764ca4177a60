import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { readPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';

const properties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Any', value: 'all', description: 'Instances of every status' },
					{ name: 'Connected', value: 'connected', description: 'Instances that can send and receive' },
					{
						name: 'Connecting',
						value: 'connecting',
						description: 'Instances that are opening their connection',
					},
					{ name: 'Disconnected', value: 'disconnected', description: 'Instances that need to be connected' },
				],
				default: 'connected',
				description: 'Return only instances of this status',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['getAll'] } },
	properties,
);

/** GET /v1/instances, as many pages as it takes. Gives one item an instance, the newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const returnAll = this.getNodeParameter('returnAll', itemIndex);
	const limit = returnAll ? undefined : this.getNodeParameter('limit', itemIndex);
	const { status } = this.getNodeParameter('filters', itemIndex) as { status?: string };
	const instances = await readPages<IDataObject>(
		this,
		{ method: 'GET', path: '/v1/instances', query: { ...(status && { status }) }, itemIndex },
		limit,
	);
	return instances.map((instance) => ({ json: instance }));
}
