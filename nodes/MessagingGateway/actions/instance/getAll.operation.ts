import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { selectOutput, outputFields } from '../../descriptions/output';
import { getLimit, returnAll } from '../../descriptions/limit';
import { readOffsetPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { instanceListFields } from './fields';

const filters: INodeProperties = {
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
					description: 'Instances that are establishing their connection',
				},
				{ name: 'Disconnected', value: 'disconnected', description: 'Instances without a connection' },
				{
					name: 'QR Code Pending',
					value: 'qr_pending',
					description: 'Instances whose QR code or pairing code waits for the phone',
				},
			],
			default: 'connected',
			description: 'Return only instances of this status',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['getAll'] } }, [
	...returnAll,
	filters,
	...outputFields(instanceListFields),
]);

/** GET /v1/instances, page by page. Returns one item per instance, newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { status } = this.getNodeParameter('filters', itemIndex) as { status?: string };
	const query = { ...(status && { status }) };
	const request = { method: 'GET', path: '/v1/instances', query, itemIndex } as const;
	const instances = await readOffsetPages(this, request, getLimit(this, itemIndex));
	return instances.map((instance) => selectOutput(this, itemIndex, instance, instanceListFields));
}
